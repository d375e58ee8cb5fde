/** A Markdown file: addresses in it are relative to its folder. */
import { useCallback } from 'react';
import type { ResolveAddress } from '#components/html';
import { Markdown } from '#components/markdown';
import { rawAddress, type FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';

const absolute = /^([a-z][a-z\d+.-]*:|\/\/|#)/i;

/** Shows the rendered file. */
export function MarkdownFile({ text, address: { ref, path } }: { text: string; address: FileAddress }) {
  const { id, path_with_namespace: project } = useProject();
  const resolve = useCallback<ResolveAddress>(
    (address, kind) => {
      if (absolute.test(address) || address.startsWith(`/${project}/`)) return undefined;
      const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
      const target = resolveFile(path, file);
      if (kind === 'picture') return rawAddress(id, { ref, path: target });
      return `${projectPath(project, file.endsWith('/') ? 'tree' : 'blob', ref, target)}${rest}`;
    },
    [id, project, ref, path],
  );
  return <Markdown text={text} project={project} resolve={resolve} />;
}

/** Returns the path that a relative or root-relative path in a file means. */
function resolveFile(file: string, relative: string): string {
  const folder = relative.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const segment of decode(relative).split('/')) {
    if (segment === '..') folder.pop();
    else if (segment !== '' && segment !== '.') folder.push(segment);
  }
  return folder.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
