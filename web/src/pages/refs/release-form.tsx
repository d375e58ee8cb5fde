/** Forms of releases. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Release } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { line, revision, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { useProject } from '#data/project-context';
import { releaseKeys, createRelease, updateRelease } from '#data/releases';
import { tagKeys } from '#data/tags';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';

const texts = {
  name: line(t`Title`, { hint: t`Empty: the name of the tag.` }),
  description: text(t`Description`, { rows: 10, isMarkdown: true }),
};

const fieldsOf = (projectId: number) => ({
  tag_name: line(t`Tag`, { isRequired: true, hint: t`A tag that exists, or a new one.` }),
  ref: revision(t`Create a new tag from`, projectId, {
    hint: t`A branch or commit. Not needed for a tag that exists.`,
  }),
  ...texts,
});

/** A form for a new release. */
export function NewReleasePage() {
  const project = useProject();
  const navigate = useNavigate();
  const fullPath = project.path_with_namespace;
  const fields = useMemo(() => fieldsOf(project.id), [project.id]);
  useTitle(t`New release`, project.name_with_namespace);
  const releases = { text: t`Releases`, to: projectPath(fullPath, 'releases') };
  return (
    <Main crumbs={[...projectCrumbs(project), releases, { text: t`New release` }]}>
      <div className="page-header">
        <h1>
          <Trans>New release</Trans>
        </h1>
      </div>
      <FieldsForm
        fields={fields}
        defaults={{ ref: project.default_branch }}
        button={t`Create release`}
        done={t`The release was created.`}
        keys={[releaseKeys.ofProject(project.id), tagKeys.ofProject(project.id)]}
        submit={async ({ name, ref, ...required }) => {
          const body = { ...required, ...(name !== '' && { name }), ...(ref !== '' && { ref }) };
          await createRelease(project.id, body);
          await navigate(projectPath(fullPath, 'releases', required.tag_name));
        }}
      />
    </Main>
  );
}

/** A form for the texts of a release. */
export function EditRelease({ release }: { release: Release }) {
  const project = useProject();
  const navigate = useNavigate();
  return (
    <div className="stack">
      <h1>
        <Trans>Edit {release.name}</Trans>
      </h1>
      <FieldsForm
        fields={texts}
        stored={release}
        button={t`Save release`}
        done={t`The release was saved.`}
        keys={[releaseKeys.ofProject(project.id), releaseKeys.one(project.id, release.tag_name)]}
        submit={async (_values, body) => {
          await updateRelease(project.id, release.tag_name, body);
          await navigate(projectPath(project.path_with_namespace, 'releases', release.tag_name));
        }}
      />
    </div>
  );
}
