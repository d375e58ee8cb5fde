import fc from 'fast-check';
import { Admission, OverloadError } from './admission';
import { HookMessageReader, type HookMessage } from './hook-folder';
import { packet } from './pkt-line';
import { ReportHolder } from './report-holder';

/** Cuts bytes at any places, as a pipe may. */
function cut(bytes: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}
const places = fc.array(fc.nat(), { maxLength: 8 });

describe('the report', () => {
  const keepAlive = packet('\x01');
  const progress = packet('\x02Resolving deltas\n');
  const report = packet('\x01000eunpack ok\n0000');
  const late = packet('\x02late words\n');
  const end = Buffer.from('0000');

  function run(chunks: Buffer[]): [string, string] {
    const holder = new ReportHolder();
    const free = Buffer.concat(chunks.map((chunk) => holder.pass(chunk)));
    return [free.toString(), holder.report().toString()];
  }

  it('is held with all that follows it, however the bytes come; progress passes', () => {
    const all = Buffer.concat([progress, keepAlive, progress, report, late, end]);
    const expected = [
      Buffer.concat([progress, keepAlive, progress]).toString(),
      Buffer.concat([report, late, end]).toString(),
    ];
    fc.assert(fc.property(places, (list) => expect(run(cut(all, list))).toEqual(expected)));
  });

  it('is everything without a side band, and nothing is ever lost', () => {
    const plain = Buffer.concat([packet('unpack ok\n'), packet('ok refs/heads/a\n'), end]);
    fc.assert(fc.property(places, (list) => expect(run(cut(plain, list))).toEqual(['', plain.toString()])));
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), places, (text, list) => {
        expect(run(cut(Buffer.from(text), list)).join('')).toBe(Buffer.from(text).toString());
      }),
    );
  });
});

describe('what the hooks say', () => {
  const id = 'a'.repeat(40);
  const line = `${'0'.repeat(40)} ${id} refs/heads/é\n`;
  const bytes = Buffer.from(`pre-receive\0/q\0/o\0/a\0${2}\0one\0two\nlines\0${line}${line}\0post-receive\0${line}\0`);

  it('is read in any pieces', () => {
    // The second hook starts only when the first was answered, so a piece never spans the two.
    const border = bytes.indexOf('post-receive');
    fc.assert(
      fc.property(places, (list) => {
        const reader = new HookMessageReader();
        const chunks = [...cut(bytes.subarray(0, border), list), ...cut(bytes.subarray(border), list)];
        const messages = chunks
          .map((chunk) => reader.push(chunk))
          .filter((message): message is HookMessage => !!message);
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
          { hook: 'post-receive', updates: [update] },
        ]);
      }),
    );
  });

  it('is not believed when a hook would not say it', () => {
    expect(() => new HookMessageReader().push(Buffer.from('other\0'))).toThrow();
    expect(() => new HookMessageReader().push(Buffer.from('post-receive\0nonsense\n\0'))).toThrow();
  });
});

describe('admission', () => {
  const limits = { running: 2, perRepository: 1, queue: 2, waitMs: 60_000 };
  const open = new AbortController().signal;

  it('lets in, queues fairly past a busy repository, and turns away', async () => {
    const admission = new Admission(limits);
    const leaveA = await admission.acquire('a', open);
    const order: string[] = [];
    const second = admission.acquire('a', open).then((leave) => (order.push('a'), leave));
    const leaveB = await admission.acquire('b', open);
    const third = admission.acquire('c', open).then((leave) => (order.push('c'), leave));
    await expect(admission.acquire('d', open)).rejects.toThrow(OverloadError);
    leaveB();
    leaveB();
    await third;
    leaveA();
    (await second)();
    expect(order).toEqual(['c', 'a']);
  });

  it('ends waiting with the time or with the client', async () => {
    const admission = new Admission({ ...limits, waitMs: 1 });
    await admission.acquire('a', open);
    await expect(admission.acquire('a', open)).rejects.toThrow(OverloadError);
    const gone = new AbortController();
    const patient = new Admission(limits);
    const leave = await patient.acquire('a', open);
    const waiting = patient.acquire('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    (await patient.acquire('a', open))();
  });
});
