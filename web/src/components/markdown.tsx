import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { SanitizedHtml } from './html';
import { Failure, Loading } from './states';

interface MarkdownProps {
  text: string;
  /** Full path of the project whose references the text may use. */
  project?: string;
  /** Changes the addresses of the rendered HTML, such as links relative to a file. */
  rewrite?: (html: string) => string;
}

/** Markdown as the API renders and sanitizes it. */
export function Markdown({ text, project, rewrite }: MarkdownProps) {
  const query = useQuery({
    queryKey: ['markdown', project, text],
    queryFn: () => unwrap(api.POST('/api/v4/markdown', { body: { text, gfm: true, ...(project && { project }) } })),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  if (query.error) return <Failure error={query.error} />;
  if (!query.data) return <Loading lines={4} />;
  const { html } = query.data;
  return <SanitizedHtml className="markdown" html={rewrite ? rewrite(html) : html} />;
}
