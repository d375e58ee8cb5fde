/**
 * The framing of git's protocol: four hexadecimal digits of length (themselves included), then the
 * payload.
 */

export const flushPacket = Buffer.from('0000');

export function packet(payload: string): Buffer {
  return packets([payload]);
}

/** Frames many payloads; one buffer for all costs less than one for each. */
export function packets(payloads: readonly string[]): Buffer {
  const framed = payloads.map((payload) => {
    const size = Buffer.byteLength(payload) + 4;
    return size.toString(16).padStart(4, '0') + payload;
  });
  return Buffer.from(framed.join(''));
}

/**
 * Splits a byte stream into complete packets, each with its four length digits; keeps the rest for
 * the next call.
 */
export class PacketSplitter {
  private rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Buffer[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const packets: Buffer[] = [];
    let at = 0;
    while (this.rest.length - at >= 4) {
      const size = Math.max(4, parseInt(this.rest.toString('latin1', at, at + 4), 16));
      // Bytes that are not a valid packet are passed on unchanged: their reader reports the error
      // better.
      const end = Number.isNaN(size) ? this.rest.length : at + size;
      if (end > this.rest.length) break;
      packets.push(this.rest.subarray(at, end));
      at = end;
    }
    this.rest = this.rest.subarray(at);
    return packets;
  }

  /** The bytes after the last complete packet. */
  end(): Buffer {
    return this.rest;
  }
}
