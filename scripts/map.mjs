// `npm run map`: draws docs/map.svg from the real import graph. With `--check` it fails if the picture is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { isForbidden, roomOf, sourceFiles } from "./import-graph.mjs";

const FILE = "docs/map.svg";
const WIDTH = 1200;
const ROW = 155;
const ROOM = { width: 128, height: 58 };

/** Rooms from the surfaces down to the ground; an arrow that points up is against the direction. */
const FLOORS = [
  {
    name: "entries",
    rooms: ["main.ts", "commands.ts", "relay.ts", "demo-agent.ts", "tmux.ts", "wire.ts", "version.ts"],
  },
  { name: "surfaces", rooms: ["cli", "api", "tui", "relay", "tmux-manager", "demo"] },
  { name: "application", rooms: ["app"] },
  { name: "domain", rooms: ["army", "mail"] },
  { name: "ports and adapters", rooms: ["agent-cli", "multiplexer", "sandbox", "source-control", "store"] },
  { name: "ground", rooms: ["i18n", "config", "home", "errors", "base", "build"] },
];

/** Rooms without arrows: nearly every room imports them, so their arrows would hide the others. */
const EVERYWHERE = ["errors", "base"];

const files = sourceFiles();
const known = new Set(FLOORS.flatMap(({ rooms }) => rooms));
for (const room of new Set(files.map(({ file }) => roomOf(file))))
  if (!known.has(room)) throw new Error(`scripts/map.mjs does not know where to draw ${room}`);

const svg = draw();
if (!process.argv.includes("--check")) writeFileSync(FILE, svg);
else if (readFileSync(FILE, "utf8") !== svg) {
  console.error(`${FILE} is out of date. Run \`npm run map\`.`);
  process.exit(1);
}

function draw() {
  const centres = centresOfRooms();
  const edges = countEdges();
  const arrows = edges.map((edge) => arrow(edge, centres)).join("\n");
  const boxes = [...centres].map(([room, centre]) => box(room, centre)).join("\n");
  const floors = FLOORS.map(({ name }, n) => `<text class="floor" x="16" y="${n * ROW + 24}">${name}</text>`).join(
    "\n",
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${FLOORS.length * ROW}" role="img" aria-label="Rooms of src/ and the imports between them">
<style>
  svg { background: #fff; font: 13px system-ui, sans-serif; }
  .room rect { fill: #eef2f7; stroke: #52606d; }
  .room text { text-anchor: middle; fill: #1f2933; }
  .room .name { font-weight: 600; }
  .floor { fill: #7b8794; }
  .import { fill: none; stroke: #9fb3c8; }
  .forbidden { fill: none; stroke: #d64545; }
</style>
<defs>
<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#829ab1"/></marker>
</defs>
${floors}
${arrows}
${boxes}
</svg>
`;
}

/** Centre of each room. */
function centresOfRooms() {
  const centres = new Map();
  for (const [row, { rooms }] of FLOORS.entries())
    for (const [column, room] of rooms.entries())
      centres.set(room, { x: Math.round((WIDTH / (rooms.length + 1)) * (column + 1)), y: row * ROW + 62 });
  return centres;
}

/** Imports between rooms, counted; forbidden ones separately. */
function countEdges() {
  const counts = new Map();
  for (const { file, imports } of files)
    for (const target of imports) {
      const [from, to] = [roomOf(file), roomOf(target)];
      const forbidden = isForbidden(file, target);
      if (from === to || (EVERYWHERE.includes(to) && !forbidden)) continue;
      const key = `${from} ${to} ${forbidden}`;
      const edge = counts.get(key) ?? { from, to, forbidden, count: 0 };
      edge.count++;
      counts.set(key, edge);
    }
  return [...counts.values()];
}

/**
 * @param {{ from: string, to: string, forbidden: boolean, count: number }} edge
 * @param {Map<string, { x: number, y: number }>} centres
 */
function arrow({ from, to, forbidden, count }, centres) {
  const [a, b] = [centres.get(from), centres.get(to)];
  if (!a || !b) return "";
  const half = ROOM.height / 2;
  const down = Math.sign(b.y - a.y);
  const width = (0.6 + Math.log2(1 + count) / 2).toFixed(1);
  // An arrow between rooms on one floor runs below them.
  const [y1, y2] = down === 0 ? [a.y + half, b.y + half] : [a.y + down * half, b.y - down * half];
  const bend = down === 0 ? 34 : (y2 - y1) / 2;
  const path = `M${a.x} ${y1}C${a.x} ${y1 + bend} ${b.x} ${down === 0 ? y2 + bend : y2 - bend} ${b.x} ${y2}`;
  const kind = forbidden ? "forbidden" : "import";
  return `<path class="${kind}" d="${path}" stroke-width="${width}" marker-end="url(#end)"><title>${from} → ${to}: ${count}</title></path>`;
}

/**
 * @param {string} room
 * @param {{ x: number, y: number }} centre
 */
function box(room, { x, y }) {
  const own = files.filter(({ file }) => roomOf(file) === room);
  const lines = own.reduce((sum, one) => sum + one.lines, 0);
  const where = EVERYWHERE.includes(room) ? `<text x="${x}" y="${y + 48}">imported by every room</text>` : "";
  const size = room.endsWith(".ts") ? "" : `${own.length} files, ${(lines / 1000).toFixed(1)}k lines`;
  const [left, top] = [x - ROOM.width / 2, y - ROOM.height / 2];
  return `<g class="room"><rect x="${left}" y="${top}" width="${ROOM.width}" height="${ROOM.height}" rx="6"/><text class="name" x="${x}" y="${y - 3}">${room}</text><text x="${x}" y="${y + 17}">${size}</text>${where}</g>`;
}
