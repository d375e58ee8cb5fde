/** The tags of a project, and one of them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Tag as TagIcon, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Tag } from '#api/types';
import { Markdown } from '#components/markdown';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { line, revision, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Empty, Loaded } from '#components/states';
import { useMayPush } from '#data/access';
import { useProject } from '#data/project-context';
import { tagKeys, createTag, deleteTag, getTag, listTags } from '#data/tags';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { NewRef } from './new-ref';

/** Shows the tags. */
export function TagsPage() {
  const project = useProject();
  useTitle(t`Tags`, project.name_with_namespace);
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePageNumber();
  const query = useQuery({
    queryKey: tagKeys.list(project.id, search, page),
    queryFn: () => listTags(project.id, { page, ...(search !== '' && { search }) }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Tags` }]}>
      <div className="page-header">
        <h1>
          <Trans>Tags</Trans>
        </h1>
      </div>
      {useMayPush(project) && <NewTag />}
      <div className="toolbar">
        <SearchField label={t`Find a tag`} />
      </div>
      <Loaded query={query}>
        {(tags) =>
          tags.items.length === 0 ? (
            <Empty title={t`No tags`} />
          ) : (
            <>
              <ul className="card list">
                {tags.items.map((tag) => (
                  <TagItem key={tag.name} tag={tag} />
                ))}
              </ul>
              <Pagination page={tags} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function TagItem({ tag }: { tag: Tag }) {
  const { commit } = tag;
  const owner = useProject();
  const { id, path_with_namespace: project } = owner;
  const mayDelete = useMayPush(owner) && !tag.protected;
  const { run, isBusy } = useAction(tagKeys.ofProject(id), tagKeys.one(id, tag.name));
  const remove = (): void => {
    if (window.confirm(t`Delete the tag ${tag.name}? Its release is deleted with it.`))
      void run(() => deleteTag(id, tag.name), t`Tag ${tag.name} was deleted.`);
  };
  return (
    <li>
      <TagIcon size={16} aria-hidden="true" />
      <div className="grow">
        <div className="row row-wrap">
          <Link className="plain-link" to={projectPath(project, 'tags', tag.name)}>
            <strong>{tag.name}</strong>
          </Link>
          {tag.protected && (
            <span className="badge badge-green">
              <Trans>protected</Trans>
            </span>
          )}
        </div>
        {commit && (
          <div className="muted small truncate">
            <Link className="mono" to={projectPath(project, 'commit', commit.id)}>
              {commit.short_id}
            </Link>{' '}
            {tag.message || commit.title} · <RelativeTime time={commit.committed_date} />
          </div>
        )}
      </div>
      <Link className="button button-small" to={projectPath(project, 'tree', tag.name)}>
        <Trans>Files</Trans>
      </Link>
      {mayDelete && (
        <button
          type="button"
          className="button button-small button-icon button-danger"
          aria-label={t`Delete ${tag.name}`}
          title={t`Delete`}
          disabled={isBusy}
          onClick={remove}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

const fieldsOf = (projectId: number) => ({
  tag_name: line(t`Name`, { isRequired: true }),
  ref: revision(t`Create from`, projectId, { isRequired: true, hint: t`A branch, tag or commit.` }),
  message: text(t`Message`, { rows: 2, hint: t`With a message, the tag is annotated.` }),
});

function NewTag() {
  const project = useProject();
  const fields = useMemo(() => fieldsOf(project.id), [project.id]);
  return (
    <NewRef title={t`New tag`}>
      <FieldsForm
        fields={fields}
        defaults={{ ref: project.default_branch }}
        button={t`Create tag`}
        done={t`The tag was created.`}
        keys={[tagKeys.ofProject(project.id)]}
        submit={({ message, ...body }) => createTag(project.id, { ...body, ...(message !== '' && { message }) })}
      />
    </NewRef>
  );
}

/** Shows the tag of the address. */
export function TagPage() {
  const project = useProject();
  const { '*': name = '' } = useParams();
  useTitle(name, t`Tags`, project.name_with_namespace);
  const query = useQuery({
    queryKey: tagKeys.one(project.id, name),
    queryFn: () => getTag(project.id, name),
  });
  const tags = projectPath(project.path_with_namespace, 'tags');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Tags`, to: tags }, { text: name }]}>
      <Loaded query={query}>
        {(tag) => (
          <div className="stack">
            <h1>{tag.name}</h1>
            {tag.message && <p>{tag.message}</p>}
            <ul className="card list">
              <TagItem tag={tag} />
            </ul>
            {tag.release?.description && (
              <section className="card card-body">
                <Markdown text={tag.release.description} project={project.path_with_namespace} />
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Main>
  );
}
