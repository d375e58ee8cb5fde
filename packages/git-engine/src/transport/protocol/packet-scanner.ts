/** A packet that a scanner has passed. */
export interface ScannedPacket {
  /** Length of the packet with its four digits; 0 to 3 for special packets such as flush. */
  size: number;
  /** First byte of the payload; undefined if there is none. */
  first: number | undefined;
  /** Offset in the chunk after the packet. */
  end: number;
}

const DIGITS = 4;

/** Follows the framing of a byte stream that is cut anywhere, without holding its payloads. */
export class PacketScanner {
  private digits = '';
  private size = 0;
  private first: number | undefined;
  /** Bytes of the packet that are still to come. */
  private left = 0;
  /** Whether the bytes are not packets; nothing is recognized any more. */
  isBroken = false;

  /** Calls `visit` for each packet that ends in the chunk, until it returns true. */
  scan(chunk: Buffer, visit: (packet: ScannedPacket) => boolean): void {
    for (let at = 0; at < chunk.length && !this.isBroken;) {
      if (this.left > 0) {
        this.first ??= chunk[at];
        const taken = Math.min(this.left, chunk.length - at);
        this.left -= taken;
        at += taken;
      } else {
        const taken = Math.min(DIGITS - this.digits.length, chunk.length - at);
        this.digits += chunk.toString('latin1', at, at + taken);
        at += taken;
        if (this.digits.length < DIGITS) return;
        this.begin();
      }
      if (!this.isBroken && this.left === 0 && visit(this.take(at))) return;
    }
  }

  private begin(): void {
    this.isBroken = !/^[0-9a-f]{4}$/i.test(this.digits);
    this.size = parseInt(this.digits, 16);
    this.first = undefined;
    this.left = Math.max(0, this.size - DIGITS);
  }

  private take(end: number): ScannedPacket {
    this.digits = '';
    return { size: this.size, first: this.first, end };
  }
}
