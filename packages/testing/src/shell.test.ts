import { runAsync, runSync } from './shell';

const sh = (script: string, input?: string) => ({
  program: 'sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin', TEXT: "it's $HOME\n`x`" },
  input,
});

describe.each([
  ['runSync', runSync],
  ['runAsync', runAsync],
])('%s', (_, run) => {
  it('passes arguments, input and variables', async () => {
    const command = sh('printf "%s" "$TEXT"; cat; pwd; echo error >&2', 'input\n');
    const { code, stdout, stderr } = await run(command);
    expect([code, String(stdout), String(stderr)]).toEqual([0, "it's $HOME\n`x`input\n/\n", 'error\n']);
  });

  it('passes no other variables', async () => {
    const { stdout } = await run({ ...sh(''), program: 'env', args: [] });
    expect(String(stdout)).toBe("PATH=/usr/bin:/bin\nTEXT=it's $HOME\n`x`\n");
  });

  it('returns the exit code, also of a program that a signal ended', async () => {
    expect((await run(sh('exit 3'))).code).toBe(3);
    expect((await run(sh('kill -9 $$'))).code).toBe(137);
    expect((await run({ ...sh(''), program: 'no-such-program' })).code).toBe(127);
    expect((await run({ ...sh(''), cwd: '/none' })).code).not.toBe(0);
  });

  it('passes texts that are larger than a pipe', async () => {
    const text = 'ä'.repeat(100_000);
    const { stdout } = await run({
      ...sh('cat'),
      env: { PATH: '/usr/bin:/bin', TEXT: text.slice(0, 40_000) },
      input: text,
    });
    expect(String(stdout)).toBe(text);
  });
});

it('runs commands at the same time', async () => {
  const fifo = `/tmp/forgemesh-shell-test-${process.pid}`;
  runSync(sh(`rm -f ${fifo}; mkfifo ${fifo}`));
  const reading = runAsync(sh(`cat ${fifo}`));
  await runAsync(sh(`echo text > ${fifo}`));
  expect(String((await reading).stdout)).toBe('text\n');
  runSync(sh(`rm ${fifo}`));
});
