/**
 * The hooks of a push: a few lines of sh, because a push should not wait for an interpreter to
 * start. They pass git's data to the worker over descriptors that receive-pack inherits (3 to the
 * worker, 4 from it).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { parseUpdate, type ProcReceiveMessage, ProcReceiveReader } from './protocol/proc-receive';

/** Most pushes change one ref: its line is passed on without another process. */
const passRefs = `if IFS= read -r line; then
    printf '%s\\n' "$line"
    if IFS= read -r line; then
      printf '%s\\n' "$line"
      cat
    fi
  fi`;

const preReceive = `#!/bin/sh
# Passes the push to the process that started receive-pack and returns its decision; without one, the push is refused.
# An empty line ends the text for the user.
count=\${GIT_PUSH_OPTION_COUNT:-0}
{
  printf 'pre-receive\\0%s\\0%s\\0%s\\0%s\\0' "$GIT_QUARANTINE_PATH" "$GIT_OBJECT_DIRECTORY" "$GIT_ALTERNATE_OBJECT_DIRECTORIES" "$count"
  i=0
  while [ "$i" -lt "$count" ]; do
    eval "printf '%s\\\\0' \\"\\$GIT_PUSH_OPTION_$i\\""
    i=$((i + 1))
  done
  ${passRefs}
  printf '\\0'
} >&3
IFS= read -r result <&4 || exit 1
[ "$result" = accepted ] && exit 0
while IFS= read -r line <&4 && [ "$line" ]; do
  printf '%s\\n' "$line" >&2
done
[ "$result" = noticed ]
`;

const procReceive = `#!/bin/sh
# Lets the process that started receive-pack move the refs: passes the conversation on in both directions.
printf 'proc-receive\\0' >&3
cat <&4 &
exec cat >&3
`;

/**
 * Writes the hooks into `folder` and returns it: the value of `core.hooksPath` for receive-pack.
 */
export async function writeHookFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'pre-receive'), preReceive, { mode: 0o755 });
  await writeFile(path.join(folder, 'proc-receive'), procReceive, { mode: 0o755 });
  return folder;
}

/** What the hooks send. */
export type HookMessage =
  | { hook: 'pre-receive'; quarantineEnv: Record<string, string>; pushOptions: string[]; updates: RefUpdate[] }
  | { hook: 'proc-receive'; message: ProcReceiveMessage };

const maxMessageBytes = 64 * 1024 * 1024;

/**
 * Parses what the hooks send: the fields of pre-receive, which end with a NUL byte, the list of
 * updates last; then the conversation of proc-receive.
 */
export class HookMessageReader {
  private chunks: Buffer[] = [];
  private size = 0;
  private conversation: ProcReceiveReader | undefined;

  /**
   * Parses a chunk; returns the messages that it completes. Throws on anything that the hooks would
   * not write.
   */
  push(chunk: Buffer): HookMessage[] {
    this.size += chunk.length;
    if (this.size > 2 * maxMessageBytes) throw new Error('a push contains too many refs');
    if (this.conversation) return this.converse(chunk);
    this.chunks.push(chunk);
    if (!chunk.includes(0)) return [];
    const bytes = Buffer.concat(this.chunks);
    const end = bytes.indexOf(0);
    if (bytes.toString('latin1', 0, end) === 'proc-receive') {
      this.conversation = new ProcReceiveReader();
      return this.converse(bytes.subarray(end + 1));
    }
    const message = parseMessage(bytes.toString('utf8').split('\0'));
    if (!message) return [];
    this.chunks = [];
    return [message];
  }

  private converse(bytes: Buffer): HookMessage[] {
    const messages = this.conversation?.push(bytes) ?? [];
    return messages.map((message) => ({ hook: 'proc-receive', message }));
  }
}

function parseMessage(fields: string[]): HookMessage | undefined {
  // The text after the last NUL byte is the start of an incomplete field.
  const complete = fields.slice(0, -1);
  if (complete[0] !== 'pre-receive') throw new Error('a hook sent an unknown message');
  const options = Number(complete[4] ?? 0);
  if (complete.length < 6 + options) return undefined;
  return {
    hook: 'pre-receive',
    quarantineEnv: {
      GIT_QUARANTINE_PATH: complete[1] ?? '',
      GIT_OBJECT_DIRECTORY: complete[2] ?? '',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: complete[3] ?? '',
    },
    pushOptions: complete.slice(5, 5 + options),
    updates: parseUpdates(complete[5 + options] ?? ''),
  };
}

function parseUpdates(text: string): RefUpdate[] {
  return text.split('\n').filter(Boolean).map(parseUpdate);
}
