/** In the docs: what is wider than its column gets the focus, so that the arrow keys scroll it; nothing else stops Tab. */

const boxes = document.querySelectorAll("pre, .wide");
const look = () => boxes.forEach(box => {
  if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0"); else box.removeAttribute("tabindex");
});

look();
addEventListener("resize", look);
