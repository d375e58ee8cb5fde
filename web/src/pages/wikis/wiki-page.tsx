/** A page of the wiki of a project, and the form that changes it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type FormEvent } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { WikiPage as Page } from '#api/types';
import { MarkdownEditor } from '#components/editor/markdown-editor';
import { FormError, TextField } from '#components/form';
import type { ResolveAddress } from '#components/html';
import { Markdown } from '#components/markdown';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Empty, Loaded } from '#components/states';
import { useMayPush } from '#data/access';
import { useProject } from '#data/project-context';
import { useDraft } from '#data/use-draft';
import { wikiKeys, createWikiPage, deleteWikiPage, getWikiPage, listWikiPages, updateWikiPage } from '#data/wikis';
import { ApiError } from '#lib/api-error';
import { showDone, showError } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { WikiHistory, WikiVersion } from './wiki-history';
import styles from './wiki.module.css';

const HOME = 'home';

/** Shows the page of the address, or its form with the parameter `edit` or `new`. */
export function WikiPage() {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const { '*': splat = '' } = useParams();
  const [params] = useSearchParams();
  const mayPush = useMayPush(project);
  const slug = splat === '' ? HOME : splat;
  const version = params.get('version') ?? undefined;
  const pages = useQuery({
    queryKey: wikiKeys.ofProject(project.id),
    queryFn: () => listWikiPages(project.id),
  });
  const page = useQuery({
    queryKey: wikiKeys.one(project.id, slug, version),
    queryFn: () =>
      getWikiPage(project.id, slug, version).catch((error: unknown) => {
        if (slug === HOME && error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
  useTitle(page.data?.title, t`Wiki`, project.name_with_namespace);
  const isNew = params.has('new');
  const isEdit = params.has('edit');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Wiki`, to: projectPath(fullPath, 'wikis') }, { text: slug }]}>
      <div className={styles.wikiColumns}>
        <Loaded query={page}>
          {(shown) =>
            isNew || isEdit ? (
              <WikiForm key={`${slug} ${isNew}`} {...(isEdit && shown && { page: shown })} isHome={shown === null} />
            ) : shown === null ? (
              <Empty title={t`The wiki is empty`}>
                {mayPush && (
                  <Link className="button button-primary" to="?new">
                    <Trans>Create the first page</Trans>
                  </Link>
                )}
              </Empty>
            ) : params.has('history') ? (
              <WikiHistory page={shown} />
            ) : (
              <Shown page={shown} canEdit={mayPush} version={version} />
            )
          }
        </Loaded>
        <nav className={`${styles.wikiPages} stack-small`} aria-label={t`Pages of the wiki`}>
          <h2>
            <Trans>Pages</Trans>
          </h2>
          <div>
            {pages.data?.map(({ slug: other, title }) => (
              <Link
                key={other}
                to={projectPath(fullPath, 'wikis', other)}
                aria-current={other === slug ? 'page' : undefined}
              >
                {other.includes('/') && <span className="muted">{folderOf(other)} / </span>}
                {title}
              </Link>
            ))}
          </div>
          {mayPush && (
            <Link className="button button-small" to={`${projectPath(fullPath, 'wikis')}?new`}>
              <Trans>New page</Trans>
            </Link>
          )}
        </nav>
      </div>
    </Main>
  );
}

/** Returns the folders of a page: `Team / How to`. */
function folderOf(slug: string): string {
  return slug.split('/').slice(0, -1).join(' / ').replaceAll('-', ' ');
}

interface ShownProps {
  page: Page;
  canEdit: boolean;
  /** Id of the commit whose version is shown; undefined for the newest one. */
  version: string | undefined;
}

function Shown({ page, canEdit, version }: ShownProps) {
  const { path_with_namespace: project } = useProject();
  const resolve = useCallback<ResolveAddress>(
    (address, kind) =>
      kind === 'picture' || /^([a-z][a-z\d+.-]*:|\/|#)/i.test(address)
        ? undefined
        : `${projectPath(project, 'wikis')}/${address}`,
    [project],
  );
  return (
    <article>
      <div className="page-header">
        <h1>{page.title}</h1>
        <div className="row">
          <Link className="button button-small" to="?history">
            <Trans>History</Trans>
          </Link>
          {canEdit && version === undefined && (
            <Link className="button button-small" to="?edit">
              <Trans>Edit</Trans>
            </Link>
          )}
        </div>
      </div>
      {version !== undefined && <WikiVersion slug={page.slug} sha={version} />}
      <Markdown text={page.content ?? ''} project={project} isWiki resolve={resolve} />
    </article>
  );
}

function WikiForm({ page, isHome }: { page?: Page; isHome: boolean }) {
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [title, setTitle] = useState(page?.title ?? (isHome ? HOME : ''));
  const content = useDraft(`wiki-${project.id}-${page?.slug ?? 'new'}`, page?.content ?? '');
  const finish = async (text: string, slug: string): Promise<void> => {
    showDone(text);
    await client.invalidateQueries({ queryKey: wikiKeys.ofProject(project.id) });
    void navigate(projectPath(project.path_with_namespace, 'wikis', slug));
  };
  const saving = useMutation({
    mutationFn: () =>
      page
        ? updateWikiPage(project.id, page.slug, { title, content: content.text })
        : createWikiPage(project.id, { title, content: content.text }),
    onSuccess: ({ slug }) => {
      content.discard();
      return finish(t`The page was saved.`, slug);
    },
  });
  const removal = useMutation({
    mutationFn: () => deleteWikiPage(project.id, page?.slug ?? ''),
    onSuccess: () => finish(t`The page was deleted.`, HOME),
    onError: showError,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <h1>{page ? t`Edit ${page.title}` : t`New page`}</h1>
      <FormError error={saving.error} />
      <TextField
        label={t`Title`}
        hint={t`Slashes put the page below another one.`}
        required
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="field">
        <span className="field-label">
          <Trans>Content</Trans>
        </span>
        <MarkdownEditor
          label={t`Content`}
          subject="text"
          project={project}
          isWiki
          rows={18}
          isRequired
          value={content.text}
          onChange={content.setText}
          onSubmit={() => saving.mutate()}
        />
      </div>
      <div className="row">
        <button type="submit" className="button button-primary" disabled={saving.isPending}>
          <Trans>Save page</Trans>
        </button>
        {page && (
          <button
            type="button"
            className="button button-danger"
            disabled={removal.isPending}
            onClick={() => {
              if (window.confirm(t`Delete the page ${page.title}?`)) removal.mutate();
            }}
          >
            <Trans>Delete</Trans>
          </button>
        )}
      </div>
    </form>
  );
}
