/**
 * Finds the end of a push: over SSH, the client sends it without its length and then waits for the
 * report.
 */
import { createHash } from 'node:crypto';

type Section = 'commands' | 'options' | 'pack' | 'end';

const DIGITS = 4;
const FLUSH_SIZE = 0;
const ID_BYTES = 20;
/** Header and checksum of a pack without objects. */
const MIN_PACK_BYTES = 12 + ID_BYTES;
const command = /^[0-9a-f]{40} ([0-9a-f]{40}) /;
const noObject = /^0+$/;

export class PushBoundary {
  /** The section of the push that the next byte belongs to. */
  section: Section = 'commands';
  /** Bytes of the pack until now. */
  packBytes = 0;
  /** Whether the client expects the reply in a side band. */
  hasSideBand = false;
  private rest: Buffer = Buffer.alloc(0);
  private hasOptions = false;
  private hasPack = false;
  private readonly hash = createHash('sha1');
  /** The last bytes of the pack until now: its checksum if it is complete. */
  private tail: Buffer = Buffer.alloc(0);

  /** Passes the next bytes. The push is complete when `section` is `end`. */
  push(chunk: Buffer): void {
    if (this.section === 'pack') return this.pushPack(chunk);
    this.rest = Buffer.concat([this.rest, chunk]);
    let at = 0;
    while ((this.section === 'commands' || this.section === 'options') && this.rest.length - at >= DIGITS) {
      const size = parseInt(this.rest.toString('latin1', at, at + DIGITS), 16);
      // Git refuses what is not a packet.
      if (Number.isNaN(size)) break;
      const end = at + Math.max(DIGITS, size);
      if (end > this.rest.length) break;
      if (size === FLUSH_SIZE) this.endSection();
      else if (this.section === 'commands') this.readCommand(this.rest.toString('latin1', at + DIGITS, end));
      at = end;
    }
    this.rest = this.rest.subarray(at);
    if ((this.section as Section) === 'pack') this.pushPack(this.rest);
  }

  private readCommand(line: string): void {
    const [text = '', capabilities = ''] = line.split('\0');
    const requested = capabilities.split(/\s/);
    this.hasOptions ||= requested.includes('push-options');
    this.hasSideBand ||= requested.includes('side-band-64k');
    const [, next] = command.exec(text) ?? [];
    this.hasPack ||= next !== undefined && !noObject.test(next);
  }

  private endSection(): void {
    if (this.section === 'commands' && this.hasOptions) this.section = 'options';
    else this.section = this.hasPack ? 'pack' : 'end';
  }

  /** A pack ends with the checksum of everything before. */
  private pushPack(chunk: Buffer): void {
    this.packBytes += chunk.length;
    const bytes = chunk.length >= ID_BYTES ? chunk : Buffer.concat([this.tail, chunk]);
    if (bytes === chunk) this.hash.update(this.tail);
    const split = Math.max(0, bytes.length - ID_BYTES);
    this.hash.update(bytes.subarray(0, split));
    this.tail = Buffer.from(bytes.subarray(split));
    if (this.packBytes >= MIN_PACK_BYTES && this.hash.copy().digest().equals(this.tail)) this.section = 'end';
  }
}
