/** A snippet of a user or project. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useParams } from 'react-router';
import { api, authorizedFetch, unwrap } from '../../api/client';
import { apiErrorOf } from '../../api/errors';
import type { Snippet } from '../../api/types';
import { CodeView } from '../../components/code/code-view';
import { CopyButton } from '../../components/copy-button';
import { Markdown } from '../../components/markdown';
import { RelativeTime } from '../../components/relative-time';
import { Loaded } from '../../components/states';
import { UserLink } from '../../components/user-link';
import { VisibilityBadge } from '../../components/visibility-badge';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { projectPath } from '../../lib/paths';
import { useTitle } from '../../lib/use-title';
import { saveBlob } from '../files/raw-file';

/** Shows the snippet of a project. */
export function ProjectSnippetPage() {
  const project = useProject();
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['snippet', project.id, id],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/snippets/{snippet_id}', {
          params: { path: { id: String(project.id), snippet_id: Number(id) } },
        }),
      ),
  });
  useTitle(query.data?.title, 'Snippets', project.name_with_namespace);
  const snippets = projectPath(project.path_with_namespace, 'snippets');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Snippets', to: snippets }, { text: `$${id}` }]}>
      <Loaded query={query}>
        {(snippet) => (
          <SnippetView
            snippet={snippet}
            raw={`/api/v4/projects/${project.id}/snippets/${snippet.id}/raw`}
            project={project.path_with_namespace}
          />
        )}
      </Loaded>
    </Main>
  );
}

/** Shows the snippet of a user. */
export function SnippetPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['snippet', id],
    queryFn: () => unwrap(api.GET('/api/v4/snippets/{snippet_id}', { params: { path: { snippet_id: Number(id) } } })),
  });
  useTitle(query.data?.title, 'Snippets');
  return (
    <Main>
      <Loaded query={query}>
        {(snippet) => <SnippetView snippet={snippet} raw={`/api/v4/snippets/${snippet.id}/raw`} />}
      </Loaded>
    </Main>
  );
}

interface SnippetViewProps {
  snippet: Snippet;
  /** Address of the content. */
  raw: string;
  project?: string;
}

function SnippetView({ snippet, raw, project }: SnippetViewProps) {
  const content = useQuery({
    queryKey: ['snippet-content', raw, snippet.updated_at],
    queryFn: async () => {
      const response = await authorizedFetch(raw);
      if (!response.ok) throw apiErrorOf(response, await response.json().catch(() => ''));
      return response.text();
    },
  });
  return (
    <div className="stack">
      <div>
        <div className="row row-wrap">
          <h1>{snippet.title}</h1>
          <VisibilityBadge visibility={snippet.visibility} />
        </div>
        <div className="row muted small">
          <UserLink user={snippet.author} /> wrote this <RelativeTime time={snippet.created_at} />
        </div>
      </div>
      {snippet.description && <Markdown text={snippet.description} {...(project !== undefined && { project })} />}
      <Loaded query={content}>
        {(text) => (
          <div className="card">
            <div className="card-header">
              <span className="grow mono truncate">{snippet.file_name}</span>
              <CopyButton text={text} label="Copy the content" />
              <button
                type="button"
                className="button button-small button-icon"
                aria-label="Download"
                title="Download"
                onClick={() => saveBlob(new Blob([text]), snippet.file_name || `snippet-${snippet.id}.txt`)}
              >
                <Download size={14} aria-hidden="true" />
              </button>
            </div>
            <CodeView text={text} fileName={snippet.file_name} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
