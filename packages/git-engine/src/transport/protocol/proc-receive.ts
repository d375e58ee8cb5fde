/**
 * The protocol between receive-pack and its proc-receive hook (gitprotocol of git 2.29 and newer):
 * versions and capabilities, the updates, the push options, and a report with one result for each
 * ref.
 */
import type { RefUpdate } from '../../write/refs/ref-transactions';
import { flushPacket, packet, packets, PacketSplitter } from './pkt-line';

/** What receive-pack says: its version, to be answered with `greeting`, and then its request. */
export type ProcReceiveMessage = { kind: 'version' } | ({ kind: 'request' } & ProcReceiveRequest);

/** The request to move refs. */
export interface ProcReceiveRequest {
  updates: RefUpdate[];
  /** Whether all refs move or none. */
  isAtomic: boolean;
}

/** The result of one ref: null if it has moved, else why it has not. */
export type UpdateResult = { ref: string; refusal: string | null };

type Section = 'version' | 'commands' | 'options' | 'end';

/** Parses what receive-pack sends. */
export class ProcReceiveReader {
  private readonly splitter = new PacketSplitter();
  private section: Section = 'version';
  private hasOptions = false;
  private isAtomic = false;
  private readonly updates: RefUpdate[] = [];

  /** Returns the messages that a chunk completes. Throws on what receive-pack would not send. */
  push(chunk: Buffer): ProcReceiveMessage[] {
    const messages: ProcReceiveMessage[] = [];
    for (const bytes of this.splitter.push(chunk)) {
      const message = bytes.equals(flushPacket) ? this.endSection() : this.readLine(bytes.toString('utf8', 4));
      if (message) messages.push(message);
    }
    return messages;
  }

  private readLine(line: string): undefined {
    if (this.section === 'commands') this.updates.push(parseUpdate(line.replace(/\n$/, '')));
    // The options were passed to pre-receive already.
    if (this.section !== 'version') return;
    const [version = '', capabilities = ''] = line.replace(/\n$/, '').split('\0');
    if (version !== 'version=1') throw new Error('receive-pack uses another version of proc-receive');
    const offered = capabilities.split(' ');
    this.hasOptions = offered.includes('push-options');
    this.isAtomic = offered.includes('atomic');
  }

  private endSection(): ProcReceiveMessage | undefined {
    if (this.section === 'version') {
      this.section = 'commands';
      return { kind: 'version' };
    }
    if (this.section === 'commands' && this.hasOptions) {
      this.section = 'options';
      return undefined;
    }
    if (this.section === 'end') return undefined;
    this.section = 'end';
    return { kind: 'request', updates: this.updates, isAtomic: this.isAtomic };
  }
}

/** Answers the version of receive-pack. */
export function greeting(): Buffer {
  return Buffer.concat([packet('version=1\0push-options atomic\n'), flushPacket]);
}

/** The report of all refs. */
export function procReceiveReport(results: readonly UpdateResult[]): Buffer {
  const lines = results.map(({ ref, refusal }) => (refusal === null ? `ok ${ref}\n` : `ng ${ref} ${refusal}\n`));
  return Buffer.concat([packets(lines), flushPacket]);
}

/** Parses the line of an update; throws if it is malformed. */
export function parseUpdate(line: string): RefUpdate {
  const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line);
  if (!match) throw new Error('a hook sent a malformed update');
  return { old: match[1] as string, new: match[2] as string, ref: match[3] as string };
}
