// Runs before the page is drawn, so that a chosen theme does not flash.
(function () {
  const chosen = localStorage.getItem("mooring.theme");
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.dataset.theme = chosen;
  }
})();
