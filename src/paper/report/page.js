/* The slider of a report, and its keys. Whatever a link leads to is unfolded first. */
(function () {
  "use strict";
  var slider = document.getElementById("turn"), shown = document.getElementById("shown");
  var where = document.getElementById("where"), titles = document.getElementById("turns").children;
  document.documentElement.classList.add("script");
  function show(turn) {
    var last = Number(slider.max);
    turn = Math.max(0, Math.min(last, turn));
    slider.value = turn;
    shown.setAttribute("href", "#m" + turn);
    where.setAttribute("href", "#t" + turn);
    where.textContent = titles[turn].textContent;
    slider.setAttribute("aria-valuetext", titles[turn].textContent);
    shown.parentNode.setAttribute("aria-label", "The table at the end of this turn: " + titles[turn].textContent);
  }
  slider.addEventListener("input", function () { show(Number(slider.value)); });
  document.getElementById("back").addEventListener("click", function () { show(Number(slider.value) - 1); });
  document.getElementById("on").addEventListener("click", function () { show(Number(slider.value) + 1); });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    if (event.key === "ArrowLeft") show(Number(slider.value) - 1);
    else if (event.key === "ArrowRight") show(Number(slider.value) + 1);
    else return;
    event.preventDefault();
  });
  function unfold() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  if (location.hash) unfold();
  show(Number(slider.value));
})();
