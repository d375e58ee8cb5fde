/** A snippet with its content, or its form with the parameter `edit`. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Snippet } from '#api/types';
import { CodeView } from '#components/code/code-view';
import { CopyButton } from '#components/copy-button';
import { Markdown } from '#components/markdown';
import { RelativeTime } from '#components/relative-time';
import type { ValuesOf } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { VisibilityBadge } from '#components/visibility-badge';
import { snippetKeys, loadSnippetContent } from '#data/snippets';
import { saveBlob } from '#lib/save-blob';
import { useAction } from '#lib/use-action';
import { snippetFields } from './snippet-fields';

interface SnippetViewProps {
  snippet: Snippet;
  /** Address of the content. */
  raw: string;
  /** Full path of the project. */
  project?: string;
  /** Address of the list, which is shown after the deletion. */
  list: string;
  canChange: boolean;
  change: (values: Partial<ValuesOf<typeof snippetFields>>) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

/** Shows the snippet. */
export function SnippetView({ snippet, raw, project, list, canChange, change, remove }: SnippetViewProps) {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { run, isBusy } = useAction(snippetKeys.lists);
  const content = useQuery({
    queryKey: snippetKeys.content(raw, snippet.updated_at),
    queryFn: () => loadSnippetContent(raw),
  });
  const removeIt = async (): Promise<void> => {
    if (window.confirm(t`Delete the snippet ${snippet.title}?`) && (await run(remove, t`The snippet was deleted.`)))
      await navigate(list);
  };
  if (canChange && params.has('edit'))
    return (
      <div className="stack">
        <h1>
          <Trans>Edit snippet</Trans>
        </h1>
        <Loaded query={content}>
          {(text) => (
            <FieldsForm
              fields={snippetFields}
              stored={{ ...snippet, content: text }}
              button={t`Save snippet`}
              done={t`The snippet was saved.`}
              keys={[snippetKeys.every, snippetKeys.lists]}
              submit={async (_values, changed) => {
                await change(changed);
                setParams({});
              }}
            />
          )}
        </Loaded>
      </div>
    );
  return (
    <div className="stack">
      <div className="page-header">
        <div>
          <div className="row row-wrap">
            <h1>{snippet.title}</h1>
            <VisibilityBadge visibility={snippet.visibility} />
          </div>
          <div className="row muted small">
            <Trans>
              <UserLink user={snippet.author} /> wrote this <RelativeTime time={snippet.created_at} />
            </Trans>
          </div>
        </div>
        {canChange && (
          <div className="row">
            <button type="button" className="button" onClick={() => setParams({ edit: '' })}>
              <Trans>Edit</Trans>
            </button>
            <button type="button" className="button button-danger" disabled={isBusy} onClick={() => void removeIt()}>
              <Trans>Delete</Trans>
            </button>
          </div>
        )}
      </div>
      {snippet.description && <Markdown text={snippet.description} {...(project !== undefined && { project })} />}
      <Loaded query={content}>
        {(text) => (
          <div className="card">
            <div className="card-header">
              <span className="grow mono truncate">{snippet.file_name}</span>
              <CopyButton text={text} label={t`Copy the content`} />
              <button
                type="button"
                className="button button-small button-icon"
                aria-label={t`Download`}
                title={t`Download`}
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
