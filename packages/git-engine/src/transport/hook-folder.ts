/**
 * The hooks of a push: a few lines of sh, because a push should not wait for an interpreter to
 * start. They pass git's data to the worker over descriptors that receive-pack inherits (3 to the
 * worker, 4 from it).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RefUpdate } from '../write/refs/ref-transactions';

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
cat <&4 >&2
[ "$result" = noticed ]
`;

const postReceive = `#!/bin/sh
# Reports the refs that receive-pack has changed.
{
  printf 'post-receive\\0'
  ${passRefs}
  printf '\\0'
} >&3
`;

/**
 * Writes the hooks into `folder` and returns it: the value of `core.hooksPath` for receive-pack.
 */
export async function writeHookFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'pre-receive'), preReceive, { mode: 0o755 });
  await writeFile(path.join(folder, 'post-receive'), postReceive, { mode: 0o755 });
  return folder;
}

export type HookMessage =
  | { hook: 'pre-receive'; quarantineEnv: Record<string, string>; pushOptions: string[]; updates: RefUpdate[] }
  | { hook: 'post-receive'; updates: RefUpdate[] };

const maxMessageBytes = 64 * 1024 * 1024;

/** Parses the hooks' messages: fields that end with a NUL byte, the list of updates last. */
export class HookMessageReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /**
   * Parses a chunk; returns the message that it completes. Throws on anything that the hooks would
   * not write.
   */
  push(chunk: Buffer): HookMessage | undefined {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > maxMessageBytes) throw new Error('a push contains too many refs');
    if (!chunk.includes(0)) return undefined;
    const fields = Buffer.concat(this.chunks).toString('utf8').split('\0');
    const message = parseMessage(fields);
    if (message) this.chunks = [];
    return message;
  }
}

function parseMessage(fields: string[]): HookMessage | undefined {
  // The text after the last NUL byte is the start of an incomplete field.
  const complete = fields.slice(0, -1);
  if (complete[0] === 'post-receive') {
    return complete.length < 2 ? undefined : { hook: 'post-receive', updates: parseUpdates(complete[1] ?? '') };
  }
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
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line);
      if (!match) throw new Error('a hook sent a malformed update');
      return { old: match[1] as string, new: match[2] as string, ref: match[3] as string };
    });
}
