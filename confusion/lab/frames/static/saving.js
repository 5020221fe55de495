// The picture of a figure as a file of its own: panels side by side, ink on white.

const INK = "#1a1a1a";

function wholePicture(stage) {
  const panels = [...stage.querySelectorAll("svg")].filter((svg) => !svg.parentElement.closest("svg"));
  const boxes = panels.map((svg) => svg.viewBox.baseVal);
  const [width, height] = [boxes.reduce((sum, box) => sum + box.width, 0), Math.max(...boxes.map((box) => box.height))];
  const space = "http://www.w3.org/2000/svg";
  const whole = document.createElementNS(space, "svg");
  const root = { viewBox: `0 0 ${width} ${height}`, width: width * (4 / 3), height: height * (4 / 3), color: INK };
  for (const [name, value] of Object.entries({ ...root, fill: "currentColor", "font-family": "sans-serif" })) whole.setAttribute(name, value);
  const paper = document.createElementNS(space, "rect");
  for (const [name, value] of Object.entries({ width, height, fill: "#ffffff" })) paper.setAttribute(name, value);
  whole.append(paper);
  let left = 0;
  panels.forEach((svg, k) => {
    const copy = svg.cloneNode(true);
    copy.removeAttribute("style");
    const place = { x: left, y: 0, width: boxes[k].width, height: boxes[k].height, "font-family": "sans-serif" };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
    whole.append(copy);
    left += boxes[k].width;
  });
  // Outside of the page its colours have no names.
  const text = new XMLSerializer().serializeToString(whole).replace(/var\(--[\w-]+, *(#\w+)\)/g, "$1");
  return [text, root.width, root.height];
}

function save(blob, file) {
  const link = make("a", { href: URL.createObjectURL(blob), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveSvg(stage, name) {
  save(new Blob([wholePicture(stage)[0]], { type: "image/svg+xml" }), `${name}.svg`);
}

function savePng(stage, name) {
  const [text, width, height] = wholePicture(stage);
  const image = new Image(width, height);
  image.onload = () => {
    const canvas = make("canvas", { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, `${name}.png`));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}
