import { PacketSplitter, packets } from './pkt-line';

/** Maximum characters of text in a packet: at most a third of the 64 KiB that clients accept. */
const TEXT_PIECE = 16_000;
const pieceOfText = new RegExp(`[^]{1,${TEXT_PIECE}}`, 'gu');
const PROGRESS = '\x02';
const REPORT = 1;

/**
 * Splits the output of receive-pack: progress is forwarded immediately, the report on the refs is
 * buffered. With a side band, the report is band 1 and everything after it; without one, the whole
 * output is report.
 */
export class ReportBuffer {
  private readonly splitter = new PacketSplitter();
  private readonly buffered: Buffer[] = [];

  /** Processes a chunk of output and returns the part to forward now. */
  filter(chunk: Buffer): Buffer {
    const free: Buffer[] = [];
    for (const one of this.splitter.push(chunk)) {
      if (this.buffered.length === 0 && isProgress(one)) free.push(one);
      else this.buffered.push(one);
    }
    return Buffer.concat(free);
  }

  /**
   * The buffered report, after lines of text for the user, which need a side band. The lines are
   * left out without one.
   */
  report(text = ''): Buffer {
    const pieces = this.buffered[0]?.[4] === REPORT ? (text.match(pieceOfText) ?? []) : [];
    const lines = packets(pieces.map((piece) => `${PROGRESS}${piece}`));
    return Buffer.concat([lines, ...this.buffered, this.splitter.end()]);
  }
}

/**
 * Bands 2 and 3 are text for the user; an empty packet of band 1 only keeps the connection alive.
 */
function isProgress(one: Buffer): boolean {
  const band = one[4];
  return band === 2 || band === 3 || (band === REPORT && one.length === 5);
}
