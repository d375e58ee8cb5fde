import type { Reference, ReferenceKind } from './reference';

const kinds: Record<string, ReferenceKind> = {
  issues: 'issue',
  merge_requests: 'merge_request',
  epics: 'epic',
  milestones: 'milestone',
  commit: 'commit',
};
const values: Partial<Record<ReferenceKind, RegExp>> = { commit: /^[0-9a-f]{7,40}$/ };
const number = /^\d{1,10}$/;

/** Parses a URL of this instance to a reference; null for other URLs. */
export function referenceOfUrl(url: string, index: number, externalUrl: string): Reference | null {
  const base = `${externalUrl.replace(/\/{1,100}$/, '')}/`;
  const text = url.replace(/[.,;:!?]{1,100}$/, '');
  if (!text.startsWith(base)) return null;
  const [page = ''] = text.slice(base.length).split(/[?#]/, 1);
  const parts = page.split('/');
  const at = parts.findLastIndex((part, position) => kinds[part] !== undefined && position + 1 < parts.length);
  const kind = kinds[parts[at] ?? ''];
  const name = parts[at + 1] ?? '';
  if (!kind || !(values[kind] ?? number).test(name)) return null;
  const above = parts.slice(0, parts[at - 1] === '-' ? at - 1 : at);
  const path = kind === 'epic' && above[0] === 'groups' ? above.slice(1) : above;
  return path.length === 0 ? null : { kind, path: path.join('/'), name, is_quoted: false, text, index };
}
