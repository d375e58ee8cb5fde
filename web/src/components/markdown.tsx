import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { markdownKeys, renderMarkdown } from '#data/markdown';
import { MAX_ANONYMOUS_BYTES } from '#lib/markdown-limits';
import { encodePath } from '#lib/paths';
import { useIsSignedIn } from '#session/use-session';
import { SanitizedHtml, type ChangeTask, type ResolveAddress } from './html';
import { Failure, Loading } from './states';

interface MarkdownProps {
  text: string;
  /** Full path of the project whose references the text may use. */
  project?: string | undefined;
  /** Whether it is a page of a wiki, whose pages link one another. */
  isWiki?: boolean;
  /** Resolves addresses that are relative to a file. */
  resolve?: ResolveAddress;
  /** Saves the state of a task; without it, the boxes of tasks are disabled. */
  onTask?: ChangeTask | undefined;
}

/**
 * Markdown as the API renders and sanitizes it. Visitors who are not signed in see long texts as
 * they are written.
 */
export function Markdown(props: MarkdownProps) {
  const isSignedIn = useIsSignedIn();
  const isRendered = isSignedIn || new TextEncoder().encode(props.text).length <= MAX_ANONYMOUS_BYTES;
  return isRendered ? <RenderedMarkdown {...props} /> : <pre className="markdown-source">{props.text}</pre>;
}

function RenderedMarkdown({ text, project, isWiki = false, resolve, onTask }: MarkdownProps) {
  const query = useQuery({
    queryKey: markdownKeys.rendered({ project, isWiki }, text),
    queryFn: () => renderMarkdown(text, { project, isWiki }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  if (query.error) return <Failure error={query.error} />;
  if (query.data === undefined) return <Loading lines={4} />;
  return (
    <ProjectHtml
      html={query.data}
      project={project}
      {...(resolve && { resolve })}
      // The boxes of the former text do not belong to the lines of the new one.
      onTask={query.isPlaceholderData ? undefined : onTask}
    />
  );
}

/**
 * HTML that the API rendered for a project, such as `description_html`: addresses of uploads are
 * relative to the project.
 */
export function ProjectHtml({
  html,
  project,
  resolve,
  onTask,
}: Omit<MarkdownProps, 'text' | 'isWiki'> & { html: string }) {
  const resolveAll = useCallback<ResolveAddress>(
    (address, kind) => {
      if (project !== undefined && address.startsWith('/uploads/') && !address.startsWith('/uploads/-/'))
        return `/${encodePath(project)}${address}`;
      return resolve?.(address, kind);
    },
    [project, resolve],
  );
  return <SanitizedHtml className="markdown" html={html} resolve={resolveAll} onTask={onTask} />;
}
