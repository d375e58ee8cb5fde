/**
 * Collects the bytes of a body in blocks of its own. The chunks of a connection are not kept: each
 * holds the memory of a whole read, which a client that sends byte by byte would multiply.
 */

const FIRST_BLOCK_BYTES = 64 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/** The bytes received so far. */
export class ByteBlocks {
  /** Number of bytes. */
  size = 0;
  private readonly blocks: Buffer[] = [];
  private last = Buffer.alloc(0);
  private used = 0;
  private readonly firstBytes: number;

  /** `expected` is the announced number of bytes; undefined if the client announces none. */
  constructor(expected: number | undefined) {
    this.firstBytes = Math.min(expected ?? FIRST_BLOCK_BYTES, BLOCK_BYTES);
  }

  add(chunk: Buffer): void {
    this.size += chunk.length;
    for (let at = 0; at < chunk.length;) {
      if (this.used === this.last.length) this.openBlock();
      const copied = chunk.copy(this.last, this.used, at);
      this.used += copied;
      at += copied;
    }
  }

  /** Returns the blocks. If there is more than one, they share no memory with other buffers. */
  finish(): Buffer[] {
    if (this.blocks.length > 0) this.blocks[this.blocks.length - 1] = this.last.subarray(0, this.used);
    return this.blocks;
  }

  private openBlock(): void {
    const size = this.blocks.length === 0 ? Math.max(this.firstBytes, 1) : BLOCK_BYTES;
    this.last = Buffer.allocUnsafe(size);
    this.used = 0;
    this.blocks.push(this.last);
  }
}
