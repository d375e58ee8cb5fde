/** Finds the first bytes of a pack in the output of upload-pack. */
import { PacketScanner } from './packet-scanner';

const PACK_BAND = 1;
const PROGRESS_BAND = 2;
/** Size of a packet of a side band without content, which only keeps the connection alive. */
const EMPTY_SIZE = 5;

export class PackDetector {
  private readonly scanner = new PacketScanner();
  private hasPack = false;
  /** Whether the output has reached a side band, in which an error can be reported. */
  hasSideBand = false;

  /** Whether the pack has begun with this chunk or before it; all else is progress. */
  push(chunk: Buffer): boolean {
    if (this.hasPack) return true;
    this.scanner.scan(chunk, ({ size, first }) => {
      this.hasSideBand ||= first === PACK_BAND || first === PROGRESS_BAND;
      this.hasPack = first === PACK_BAND && size > EMPTY_SIZE;
      return this.hasPack;
    });
    // Without a side band the pack is not framed.
    this.hasPack ||= this.scanner.isBroken;
    return this.hasPack;
  }
}
