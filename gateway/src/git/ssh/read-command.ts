/** Parses the command of an SSH client. It is never executed by a shell. */
import type { GitAccessRequest } from '../git-access';

/** A git command. */
export interface GitCommand extends GitAccessRequest {
  service: 'git-upload-pack' | 'git-receive-pack' | 'git-upload-archive';
}

/** A request for credentials of large files, or a session that transfers them. */
export interface LfsCommand extends GitAccessRequest {
  kind: 'authenticate' | 'transfer';
  /** What the client does; a session with locks only checks each request. */
  operation: 'download' | 'upload' | 'lock';
  repository: 'project';
}

const MAX_LENGTH = 1024;
const command = /^git[ -](upload-pack|receive-pack|upload-archive) (?:'([^'\\]+)'|"([^"\\]+)"|([^\s'"\\]+))$/;
const lfsCommand =
  /^git-lfs-(authenticate|transfer) (?:'([^'\\]+)'|"([^"\\]+)"|([^\s'"\\]+)) (?:'([a-z]+)'|([a-z]+))(?: [0-9a-f]{64})?$/;
/** Operations of both commands. */
const lfsOperations: Record<LfsCommand['kind'], readonly string[]> = {
  authenticate: ['download', 'upload'],
  transfer: ['download', 'upload', 'lock'],
};
/** Names of namespaces and projects. */
const name = /^(?!\.{1,2}$)[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

/**
 * Parses a command; undefined if it is not one of git's that are served. A path that cannot belong
 * to a project becomes empty.
 */
export function readCommand(text: string): GitCommand | undefined {
  const match = text.length <= MAX_LENGTH ? command.exec(text) : null;
  if (!match) return undefined;
  const [, verb, single, double, bare] = match;
  const path = pathOf(single ?? double ?? bare ?? '');
  const isWiki = path.endsWith('.wiki');
  const projectPath = isWiki ? path.slice(0, -'.wiki'.length) : path;
  return {
    service: `git-${verb}` as GitCommand['service'],
    isPush: verb === 'receive-pack',
    repository: isWiki ? 'wiki' : 'project',
    projectPath: isFullPath(projectPath) ? projectPath : '',
  };
}

/**
 * Parses the commands by which clients of large files ask for credentials or transfer them;
 * undefined for any other. A path that cannot belong to a project becomes empty.
 */
export function readLfsCommand(text: string): LfsCommand | undefined {
  const match = text.length <= MAX_LENGTH ? lfsCommand.exec(text) : null;
  if (!match) return undefined;
  const [, verb, single, double, bare, quoted, unquoted] = match;
  const kind = verb as LfsCommand['kind'];
  const operation = (quoted ?? unquoted ?? '') as LfsCommand['operation'];
  if (!lfsOperations[kind].includes(operation)) return undefined;
  const projectPath = pathOf(single ?? double ?? bare ?? '');
  return {
    kind,
    operation,
    isPush: operation === 'upload',
    repository: 'project',
    projectPath: isFullPath(projectPath) ? projectPath : '',
  };
}

function pathOf(text: string): string {
  return text
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
}

function isFullPath(path: string): boolean {
  const names = path.split('/');
  return names.length > 1 && names.every((one) => name.test(one));
}
