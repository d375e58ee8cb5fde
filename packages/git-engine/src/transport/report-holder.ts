import { flushPacket, PacketSplitter } from './pkt-line';

/**
 * Parts the answer of receive-pack: progress may go to the client at once, the report of what
 * became of each ref is held back. With a side band, the report is band 1 and whatever follows it;
 * without one, the whole answer is report.
 */
export class ReportHolder {
  private readonly splitter = new PacketSplitter();
  private readonly held: Buffer[] = [];

  /** `advertises` where the answer begins with the refs, which end with the first flush. */
  constructor(private advertises = false) {}

  /** Takes a chunk of the answer and returns what may go out now. */
  pass(chunk: Buffer): Buffer {
    const free: Buffer[] = [];
    for (const one of this.splitter.push(chunk)) {
      if (this.advertises || (this.held.length === 0 && isProgress(one))) free.push(one);
      else this.held.push(one);
      if (one.equals(flushPacket)) this.advertises = false;
    }
    return Buffer.concat(free);
  }

  /** Everything that was held back. */
  report(): Buffer {
    return Buffer.concat([...this.held, this.splitter.end()]);
  }
}

/**
 * Bands 2 and 3 are text for the user; an empty packet of band 1 only keeps the connection alive.
 */
function isProgress(one: Buffer): boolean {
  const band = one[4];
  return band === 2 || band === 3 || (band === 1 && one.length === 5);
}
