import fc from 'fast-check';
import { HookMessageReader } from './hook-folder';
import { flushPacket, packet } from './protocol/pkt-line';
import { ReportBuffer } from './protocol/report-buffer';

/** Splits bytes at arbitrary offsets, as a pipe may. */
function cut(bytes: Buffer, offsets: number[]): Buffer[] {
  const at = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}
const offsets = fc.array(fc.nat(), { maxLength: 8 });

describe('the report buffer', () => {
  const keepAlive = packet('\x01');
  const progress = packet('\x02Resolving deltas\n');
  const report = packet('\x01000eunpack ok\n0000');
  const late = packet('\x02late words\n');
  const end = Buffer.from('0000');

  function run(chunks: Buffer[]): [string, string] {
    const holder = new ReportBuffer();
    const free = Buffer.concat(chunks.map((chunk) => holder.filter(chunk)));
    return [free.toString(), holder.report().toString()];
  }

  it('holds back the report and everything after it, however the bytes are split, and passes progress on', () => {
    const all = Buffer.concat([progress, keepAlive, progress, report, late, end]);
    const expected = [
      Buffer.concat([progress, keepAlive, progress]).toString(),
      Buffer.concat([report, late, end]).toString(),
    ];
    fc.assert(fc.property(offsets, (list) => expect(run(cut(all, list))).toEqual(expected)));
  });

  it('holds back everything without a side band, and loses nothing', () => {
    const plain = Buffer.concat([packet('unpack ok\n'), packet('ok refs/heads/a\n'), end]);
    fc.assert(fc.property(offsets, (list) => expect(run(cut(plain, list))).toEqual(['', plain.toString()])));
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), offsets, (text, list) => {
        expect(run(cut(Buffer.from(text), list)).join('')).toBe(Buffer.from(text).toString());
      }),
    );
  });
});

describe('the lines of a push', () => {
  const ids = packet('\x01000eunpack ok\n0000');

  it('precede the report, in packets that clients accept', () => {
    const holder = new ReportBuffer();
    holder.filter(ids);
    expect(holder.report('two\nlines\n')).toEqual(Buffer.concat([packet('\x02two\nlines\n'), ids]));
    const long = '\u{1f600}'.repeat(40_000);
    const sent = holder.report(long);
    expect(sent.length).toBe(4 * 40_000 + 3 * 5 + ids.length);
    expect(sent.toString('latin1').match(/[0-9a-f]{4}\x02/g)).toHaveLength(3);
  });

  it('are left out without a side band', () => {
    const holder = new ReportBuffer();
    holder.filter(packet('unpack ok\n'));
    expect(holder.report('text\n')).toEqual(packet('unpack ok\n'));
    expect(new ReportBuffer().report('text\n')).toEqual(Buffer.alloc(0));
  });
});

describe('hook messages', () => {
  const id = 'a'.repeat(40);
  const line = `${'0'.repeat(40)} ${id} refs/heads/é\n`;
  const preReceive = Buffer.from(`pre-receive\0/q\0/o\0/a\0${2}\0one\0two\nlines\0${line}${line}\0`);
  const command = packet(line);
  const procReceive = Buffer.concat([
    Buffer.from('proc-receive\0'),
    packet('version=1\0push-options atomic\n'),
    flushPacket,
    command,
    command,
    flushPacket,
    packet('one\n'),
    flushPacket,
  ]);

  it('are parsed from arbitrary chunks', () => {
    fc.assert(
      fc.property(offsets, (list) => {
        const reader = new HookMessageReader();
        // The second hook starts only after the first got its reply, so no chunk spans the two.
        const chunks = [...cut(preReceive, list), ...cut(procReceive, list)];
        const messages = chunks.flatMap((chunk) => reader.push(chunk));
        const update = { old: '0'.repeat(40), new: id, ref: 'refs/heads/é' };
        expect(messages).toEqual([
          {
            hook: 'pre-receive',
            quarantineEnv: {
              GIT_QUARANTINE_PATH: '/q',
              GIT_OBJECT_DIRECTORY: '/o',
              GIT_ALTERNATE_OBJECT_DIRECTORIES: '/a',
            },
            pushOptions: ['one', 'two\nlines'],
            updates: [update, update],
          },
          { hook: 'proc-receive', message: { kind: 'version' } },
          { hook: 'proc-receive', message: { kind: 'request', updates: [update, update], isAtomic: true } },
        ]);
      }),
    );
  });

  it('are parsed without push options', () => {
    const reader = new HookMessageReader();
    const bytes = [Buffer.from('proc-receive\0'), packet('version=1\0\n'), flushPacket, command, flushPacket];
    const [, request] = reader.push(Buffer.concat(bytes));
    expect(request).toMatchObject({ message: { kind: 'request', isAtomic: false } });
  });

  it('are rejected if invalid', () => {
    expect(() => new HookMessageReader().push(Buffer.from('other\0'))).toThrow();
    expect(() => new HookMessageReader().push(Buffer.from('pre-receive\0/q\0/o\0/a\x000\0nonsense\n\0'))).toThrow();
    const greeting = [Buffer.from('proc-receive\0'), packet('version=1\0\n'), flushPacket, packet('nonsense')];
    expect(() => new HookMessageReader().push(Buffer.concat(greeting))).toThrow();
    const version = [Buffer.from('proc-receive\0'), packet('version=2\0\n')];
    expect(() => new HookMessageReader().push(Buffer.concat(version))).toThrow();
  });
});
