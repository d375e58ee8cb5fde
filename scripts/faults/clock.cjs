// Preloaded into a process: shifts `Date` by the number of milliseconds in a file. The git worker
// of repository starts without an environment, so its clock is never shifted.

const { readFileSync } = require('node:fs');

const POLL_MS = 50;

const RealDate = Date;
const file = `${process.env.FAILPOINT_CLOCKS}/${process.env.FORGE_SERVICE}`;
let offset = 0;

function read() {
  try {
    offset = Number(readFileSync(file, 'utf8'));
  } catch {
    offset = 0;
  }
}

const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  apply: (target) => new target(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
});

read();
setInterval(read, POLL_MS).unref();
