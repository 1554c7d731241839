//! The ground as marks, in the manner of an engraved battle map. Units: inches.

use glam::Vec2;

use crate::table::ground::{Area, AreaKind, CrossingKind, Ground, Line, LineKind, Rise};
use crate::table::measure::{nearest_point_of_line, point_in_polygon};

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::{along, bounds, chance, scattered, turn_of};

/// Everything that never changes on a table, from the paper up to the roads, without names.
pub fn ground_marks(ground: &Ground) -> Vec<Mark> {
    let mut marks = vec![Mark::fill(sheet(ground.size), Ink::Paper)];
    let areas =
        |kinds: &'static [AreaKind]| ground.areas.iter().filter(move |area| kinds.contains(&area.kind));
    for area in areas(&[AreaKind::Hill, AreaKind::Slope, AreaKind::Cliff]) {
        height(&mut marks, area, ground.size);
    }
    for area in areas(&[AreaKind::Plough, AreaKind::Mud, AreaKind::Marsh, AreaKind::Brush, AreaKind::Rocks]) {
        soil(&mut marks, area);
    }
    for area in areas(&[AreaKind::Water]) {
        marks.push(Mark::fill(area.polygon.clone(), Ink::Water));
        marks.push(Mark::ring(area.polygon.clone(), Pen::fine(Ink::WaterLine, 1.2)));
    }
    for area in areas(&[AreaKind::Woods]) {
        woods(&mut marks, area);
    }
    for area in areas(&[AreaKind::Garden, AreaKind::Orchard, AreaKind::Village, AreaKind::Earthwork]) {
        settled(&mut marks, area);
    }
    let lines =
        |kinds: &'static [LineKind]| ground.lines.iter().filter(move |line| kinds.contains(&line.kind));
    for line in lines(&[LineKind::Crest]) {
        marks.push(Mark::line(line.points.clone(), Pen::fine(Ink::FaintLine, 1.0).dashed(7.0, 5.0)));
    }
    for line in lines(&[LineKind::Stream, LineKind::River]) {
        stream(&mut marks, line);
    }
    for line in lines(&[LineKind::Lane]) {
        let width = Length::inches(line.width.max(0.16)).between(2.4, 11.0);
        marks.push(Mark::line(line.points.clone(), Pen::new(Ink::Lane, width)));
    }
    for line in lines(&[LineKind::Lane]) {
        let width = Length::inches(line.width.max(0.16) * 0.55).between(1.0, 8.0);
        marks.push(Mark::line(line.points.clone(), Pen::new(Ink::Road, width)));
    }
    for line in lines(&[LineKind::PavedRoad]) {
        let width = Length::inches(line.width.max(0.24)).between(4.2, 18.0);
        marks.push(Mark::line(line.points.clone(), Pen::new(Ink::RoadCase, width)));
    }
    for line in lines(&[LineKind::PavedRoad]) {
        let width = Length::inches(line.width.max(0.24) * 0.62).between(2.2, 14.0);
        marks.push(Mark::line(line.points.clone(), Pen::new(Ink::Road, width)));
    }
    for line in lines(&[LineKind::SunkenRoad]) {
        sunken(&mut marks, line);
    }
    for area in areas(&[AreaKind::Village]) {
        houses(&mut marks, area);
    }
    for area in areas(&[AreaKind::Buildings]) {
        marks.push(Mark::fill(area.polygon.clone(), Ink::Building));
        marks.push(Mark::ring(area.polygon.clone(), Pen::fine(Ink::BuildingLine, 1.3)));
    }
    for line in lines(&[LineKind::Wall, LineKind::Hedge, LineKind::Fence, LineKind::Abatis, LineKind::Pit]) {
        obstacle(&mut marks, line);
    }
    crossings(&mut marks, ground);
    frame(&mut marks, ground.size);
    marks
}

/// Place names, and the one-foot grid if wanted.
pub fn furniture_marks(ground: &Ground, names: bool, grid: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    if grid {
        let Vec2 { x: width, y: height } = ground.size;
        for column in 1..(width / 12.0).ceil() as i32 {
            let x = column as f32 * 12.0;
            marks.push(Mark::line([Vec2::new(x, 0.0), Vec2::new(x, height)], Pen::fine(Ink::Grid, 1.0)));
        }
        for row in 1..(height / 12.0).ceil() as i32 {
            let y = row as f32 * 12.0;
            marks.push(Mark::line([Vec2::new(0.0, y), Vec2::new(width, y)], Pen::fine(Ink::Grid, 1.0)));
        }
    }
    if names {
        for label in &ground.labels {
            marks.push(Mark::Text(Lettering {
                at: label.at,
                text: label.text.clone(),
                size: Length::inches(0.72).between(11.5, 26.0),
                legible: 0.0,
                face: Face::Italic,
                ink: Ink::Name,
                halo: Some(Ink::Halo),
                room: f32::INFINITY,
                nudge: Vec2::ZERO,
            }));
        }
    }
    marks
}

/// A flag at each objective, with its points, and who holds it by the ink of its cloth.
pub fn objective_marks(objectives: &[(Vec<Vec2>, String, Ink)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (place, points, ink) in objectives {
        let (low, high) = bounds(place);
        // Beside the place, so that whoever stands in it can be read.
        let foot = Vec2::new(high.x + 0.1, (low.y + high.y) / 2.0);
        let top = foot + Vec2::new(0.0, 1.15);
        marks.push(Mark::line([foot, top], Pen::fine(Ink::BlockLine, 1.8)));
        let cloth = [
            top,
            top + Vec2::new(0.85, -0.06),
            top + Vec2::new(0.72, -0.3),
            top + Vec2::new(0.85, -0.56),
            top - Vec2::new(0.0, 0.56),
        ];
        marks.push(Mark::fill(cloth, *ink));
        marks.push(Mark::ring(cloth, Pen::fine(Ink::BlockLine, 1.2)));
        let middle = top + Vec2::new(0.36, -0.29);
        marks.push(Mark::dot(middle, Length::inches(0.23), Ink::Plate));
        marks.push(Mark::Text(Lettering {
            at: middle,
            text: points.clone(),
            size: Length::inches(0.42).between(8.0, 22.0),
            legible: 7.5,
            face: Face::Bold,
            ink: Ink::OnPlate,
            halo: None,
            room: f32::INFINITY,
            nudge: Vec2::ZERO,
        }));
    }
    marks
}

/// An arrow where reinforcements come on, with its name.
pub fn marker_marks(at: Vec2, forward: Vec2, name: &str) -> Vec<Mark> {
    let right = Vec2::new(forward.y, -forward.x);
    let tip = at + forward * 1.1;
    let shaft = [
        at - right * 0.22,
        at + right * 0.22,
        at + right * 0.22 + forward * 0.55,
        at - right * 0.22 + forward * 0.55,
    ];
    let head = [at + forward * 0.5 - right * 0.5, at + forward * 0.5 + right * 0.5, tip];
    let mut marks = vec![Mark::fill(shaft, Ink::Objective), Mark::fill(head, Ink::Objective)];
    marks.push(Mark::Text(Lettering {
        at: at + forward * 1.6,
        text: name.to_owned(),
        size: Length::inches(0.6).between(11.0, 20.0),
        legible: 0.0,
        face: Face::Italic,
        ink: Ink::Objective,
        halo: Some(Ink::Halo),
        room: f32::INFINITY,
        nudge: Vec2::ZERO,
    }));
    marks
}

fn sheet(size: Vec2) -> Vec<Vec2> {
    vec![Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)]
}

/// A double frame with a tick every inch and a longer one every foot.
fn frame(marks: &mut Vec<Mark>, size: Vec2) {
    let grown =
        |by: f32| vec![Vec2::splat(-by), Vec2::new(size.x + by, -by), size + by, Vec2::new(-by, size.y + by)];
    marks.push(Mark::ring(grown(0.0), Pen::fine(Ink::Line, 1.0)));
    marks.push(Mark::ring(grown(0.42), Pen::fine(Ink::Line, 2.2)));
    let tick = |i: i32| {
        if i % 12 == 0 {
            0.42
        } else if i % 6 == 0 {
            0.28
        } else {
            0.16
        }
    };
    for i in 0..=size.x.round() as i32 {
        let x = i as f32;
        marks.push(Mark::line([Vec2::new(x, -tick(i)), Vec2::new(x, 0.0)], Pen::fine(Ink::Line, 0.8)));
        marks.push(Mark::line(
            [Vec2::new(x, size.y), Vec2::new(x, size.y + tick(i))],
            Pen::fine(Ink::Line, 0.8),
        ));
    }
    for i in 0..=size.y.round() as i32 {
        let y = i as f32;
        marks.push(Mark::line([Vec2::new(-tick(i), y), Vec2::new(0.0, y)], Pen::fine(Ink::Line, 0.8)));
        marks.push(Mark::line(
            [Vec2::new(size.x, y), Vec2::new(size.x + tick(i), y)],
            Pen::fine(Ink::Line, 0.8),
        ));
    }
}

/// A wash for the height and hachures over the band in which the ground climbs.
fn height(marks: &mut Vec<Mark>, area: &Area, size: Vec2) {
    marks.push(Mark::fill(area.polygon.clone(), Ink::Height));
    match &area.rise {
        Rise::Level => {}
        Rise::Toward(heading) => {
            for at in scattered(&area.polygon, 0.42, 11) {
                let way = heading.forward() * 0.34;
                marks.push(stroke(at - way, at, Ink::Hachure));
            }
        }
        Rise::Contour { slope, .. } => contour(marks, &area.polygon, *slope, size),
    }
    if area.kind == AreaKind::Cliff {
        marks.push(Mark::ring(area.polygon.clone(), Pen::fine(Ink::Line, 2.2)));
    }
}

/// Hachures from the foot of the slope to its top, thicker where they end; none along the table's edge.
fn contour(marks: &mut Vec<Mark>, polygon: &[Vec2], slope: f32, size: Vec2) {
    let n = polygon.len();
    let inward = if turn_of(polygon) > 0.0 { 1.0 } else { -1.0 };
    let normal = |i: usize| {
        let way = (polygon[(i + 1) % n] - polygon[i]).normalize_or_zero();
        Vec2::new(-way.y, way.x) * inward
    };
    let on_edge = |a: Vec2, b: Vec2| {
        let flush = |u: f32, v: f32, edge: f32| (u - edge).abs() < 0.02 && (v - edge).abs() < 0.02;
        flush(a.x, b.x, 0.0) || flush(a.x, b.x, size.x) || flush(a.y, b.y, 0.0) || flush(a.y, b.y, size.y)
    };
    for i in 0..n {
        let (a, b) = (polygon[i], polygon[(i + 1) % n]);
        if on_edge(a, b) {
            continue;
        }
        let length = a.distance(b);
        let (from, to) = (
            (normal((i + n - 1) % n) + normal(i)).normalize_or(normal(i)),
            (normal(i) + normal((i + 1) % n)).normalize_or(normal(i)),
        );
        let count = (length / 0.17).ceil() as i32;
        for k in 0..count {
            let t = (k as f32 + 0.5) / count as f32;
            let salt = i as i32 * 977 + k;
            let lean = from.lerp(to, t).normalize_or(normal(i));
            let foot = a.lerp(b, t) + lean * (0.1 * chance(salt, 1, 5));
            let long = slope * (0.62 + 0.36 * chance(salt, 2, 5)) * if k % 2 == 0 { 1.0 } else { 0.72 };
            let top = foot + lean * long;
            if top.cmpge(Vec2::ZERO).all() && top.cmple(size).all() {
                marks.push(stroke(foot, top, Ink::Hachure));
            }
        }
    }
}

/// One engraved stroke, thin at `thin` and thick at `thick`.
fn stroke(thin: Vec2, thick: Vec2, ink: Ink) -> Mark {
    let way = (thick - thin).normalize_or_zero();
    let side = Vec2::new(-way.y, way.x) * 0.032;
    Mark::fill([thin, thick + side, thick - side], ink)
}

fn soil(marks: &mut Vec<Mark>, area: &Area) {
    let polygon = &area.polygon;
    match area.kind {
        AreaKind::Plough => {
            for at in scattered(polygon, 0.3, 21) {
                let way = Vec2::new(0.15, 0.06);
                marks.push(Mark::line([at - way, at + way], Pen::fine(Ink::Plough, 1.0)));
            }
        }
        AreaKind::Mud | AreaKind::Marsh => {
            let step = if area.kind == AreaKind::Marsh { 0.42 } else { 0.55 };
            for at in scattered(polygon, step, 23) {
                let half = Vec2::new(0.13, 0.0);
                marks.push(Mark::line([at - half, at + half], Pen::fine(Ink::Marsh, 1.0)));
                marks.push(Mark::line([at, at + Vec2::new(0.0, 0.13)], Pen::fine(Ink::Marsh, 0.9)));
                let low = Vec2::new(0.0, -0.09);
                marks.push(Mark::line(
                    [at - half * 0.6 + low, at + half * 0.6 + low],
                    Pen::fine(Ink::Marsh, 0.9),
                ));
            }
        }
        AreaKind::Brush => {
            for at in scattered(polygon, 0.4, 25) {
                marks.push(Mark::dot(at, Length::inches(0.07), Ink::Woods));
                marks.push(Mark::Disc {
                    at,
                    radius: Length::inches(0.07),
                    fill: None,
                    pen: Some(Pen::fine(Ink::WoodsLine, 0.8)),
                });
            }
        }
        AreaKind::Rocks => {
            for at in scattered(polygon, 0.4, 27) {
                let p = [at, at + Vec2::new(0.1, 0.16), at + Vec2::new(0.2, 0.0)];
                marks.push(Mark::fill(p, Ink::Rocks));
            }
        }
        _ => {}
    }
    marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::FaintLine, 0.8).dashed(3.0, 4.0)));
}

/// A wash with small trees, each with its shade to the east.
fn woods(marks: &mut Vec<Mark>, area: &Area) {
    let polygon = &area.polygon;
    marks.push(Mark::fill(polygon.clone(), Ink::Woods));
    for at in scattered(polygon, 0.46, 31) {
        let size = 0.12 + 0.07 * chance((at.x * 50.0) as i32, (at.y * 50.0) as i32, 33);
        marks.push(Mark::dot(at + Vec2::new(0.03, -0.03), Length::inches(size), Ink::WoodsLine));
        marks.push(Mark::dot(at, Length::inches(size * 0.92), Ink::Woods));
        marks.push(Mark::Disc {
            at,
            radius: Length::inches(size),
            fill: None,
            pen: Some(Pen::fine(Ink::WoodsLine, 0.8)),
        });
    }
    for (at, _) in along(polygon, true, 0.3) {
        marks.push(Mark::dot(at, Length::inches(0.085), Ink::WoodsLine));
    }
}

fn settled(marks: &mut Vec<Mark>, area: &Area) {
    let polygon = &area.polygon;
    match area.kind {
        AreaKind::Village => {
            marks.push(Mark::fill(polygon.clone(), Ink::Village));
            marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::FaintLine, 1.0)));
        }
        AreaKind::Orchard => {
            marks.push(Mark::fill(polygon.clone(), Ink::Garden));
            let (low, high) = bounds(polygon);
            let step = 0.24;
            for row in 0..=((high.y - low.y) / step) as i32 {
                for column in 0..=((high.x - low.x) / step) as i32 {
                    let at = low + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * step;
                    if point_in_polygon(at, polygon) {
                        marks.push(Mark::dot(at, Length::inches(0.065), Ink::WoodsLine));
                    }
                }
            }
        }
        AreaKind::Garden => {
            marks.push(Mark::fill(polygon.clone(), Ink::Garden));
            for at in scattered(polygon, 0.2, 41) {
                let half = Vec2::new(0.07, 0.0);
                marks.push(Mark::line([at - half, at + half], Pen::fine(Ink::WoodsLine, 0.8)));
            }
        }
        _ => {
            marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::Wall, 2.0)));
            for (at, way) in along(polygon, true, 0.2) {
                let side = Vec2::new(-way.y, way.x) * 0.14;
                marks.push(Mark::line([at, at + side], Pen::fine(Ink::Wall, 1.0)));
            }
        }
    }
}

/// Small houses strewn over a village.
fn houses(marks: &mut Vec<Mark>, area: &Area) {
    for (i, at) in scattered(&area.polygon, 0.52, 51).into_iter().enumerate() {
        let turn = chance(i as i32, 3, 53) * std::f32::consts::PI;
        let (sin, cos) = crate::table::pose::sin_cos(turn);
        let (u, v) =
            (Vec2::new(cos, sin) * (0.13 + 0.07 * chance(i as i32, 5, 53)), Vec2::new(-sin, cos) * 0.085);
        let house = [at - u - v, at + u - v, at + u + v, at - u + v];
        marks.push(Mark::fill(house, Ink::Building));
        marks.push(Mark::ring(house, Pen::fine(Ink::BuildingLine, 0.9)));
    }
}

fn stream(marks: &mut Vec<Mark>, line: &Line) {
    let (least, wide) =
        if line.kind == LineKind::River { (5.0, line.width.max(0.6)) } else { (2.6, line.width.max(0.18)) };
    marks.push(Mark::line(
        line.points.clone(),
        Pen::new(Ink::WaterLine, Length::inches(wide).between(least, 60.0)),
    ));
    marks.push(Mark::line(
        line.points.clone(),
        Pen::new(Ink::Water, Length::inches(wide * 0.6).between(least * 0.5, 54.0)),
    ));
}

/// A road between banks: ticks that point down into it.
fn sunken(marks: &mut Vec<Mark>, line: &Line) {
    let half = (line.width / 2.0).max(0.14);
    for (at, way) in along(&line.points, false, 0.15) {
        let side = Vec2::new(-way.y, way.x);
        for sign in [1.0, -1.0] {
            let bank = at + side * half * sign;
            marks.push(stroke(bank, bank + side * 0.17 * sign, Ink::Wall));
        }
    }
}

fn obstacle(marks: &mut Vec<Mark>, line: &Line) {
    let points = line.points.clone();
    match line.kind {
        LineKind::Wall => {
            marks.push(Mark::line(points, Pen::new(Ink::Wall, Length::inches(0.1).between(2.4, 6.0))));
        }
        LineKind::Hedge => {
            marks.push(Mark::line(points, Pen::fine(Ink::Hedge, 1.2)));
            for (at, _) in along(&line.points, false, 0.16) {
                marks.push(Mark::dot(at, Length::inches(0.07).between(1.3, 6.0), Ink::Hedge));
            }
        }
        LineKind::Fence => {
            marks.push(Mark::line(points, Pen::fine(Ink::Wall, 1.0)));
            for (at, way) in along(&line.points, false, 0.3) {
                let side = Vec2::new(-way.y, way.x) * 0.08;
                marks.push(Mark::line([at - side, at + side], Pen::fine(Ink::Wall, 1.0)));
            }
        }
        LineKind::Pit => {
            for (at, way) in along(&line.points, true, 0.12) {
                let side = Vec2::new(-way.y, way.x) * 0.13;
                marks.push(stroke(at + side, at, Ink::Wall));
            }
            marks.push(Mark::ring(points, Pen::fine(Ink::Wall, 1.0)));
        }
        _ => {
            for (at, way) in along(&line.points, false, 0.17) {
                let (a, b) = (way * 0.1, Vec2::new(-way.y, way.x) * 0.13);
                marks.push(Mark::line([at - a - b, at + a + b], Pen::fine(Ink::Wall, 1.3)));
                marks.push(Mark::line([at + a - b, at - a + b], Pen::fine(Ink::Wall, 1.3)));
            }
        }
    }
}

/// Bridges as two parapets across the water, fords as dots.
fn crossings(marks: &mut Vec<Mark>, ground: &Ground) {
    for crossing in &ground.crossings {
        let Some(line) = ground.lines.iter().find(|line| line.id == crossing.over) else { continue };
        let at = nearest_point_of_line(&line.points, crossing.at);
        let way = line
            .points
            .windows(2)
            .map(|pair| {
                (nearest_point_of_line(pair, at).distance(at), (pair[1] - pair[0]).normalize_or_zero())
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(Vec2::X, |(_, way)| way);
        let side = Vec2::new(-way.y, way.x);
        match crossing.kind {
            CrossingKind::Bridge => {
                let deck = [
                    at - way * 0.17 - side * 0.3,
                    at + way * 0.17 - side * 0.3,
                    at + way * 0.17 + side * 0.3,
                    at - way * 0.17 + side * 0.3,
                ];
                marks.push(Mark::fill(deck, Ink::Road));
                for sign in [1.0, -1.0] {
                    let rail = at + way * 0.19 * sign;
                    let flare = way * 0.1 * sign;
                    let points = [
                        rail - side * 0.38 + flare,
                        rail - side * 0.26,
                        rail + side * 0.26,
                        rail + side * 0.38 + flare,
                    ];
                    marks.push(Mark::line(points, Pen::fine(Ink::Line, 2.0)));
                }
            }
            CrossingKind::Ford => {
                for k in -2..=2 {
                    let dot = at + side * 0.12 * k as f32;
                    marks.push(Mark::dot(dot, Length::inches(0.05).between(1.2, 4.0), Ink::Line));
                }
            }
        }
    }
}
