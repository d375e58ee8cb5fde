import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { check, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { pullProjectMirror } from '#data/mirrors';
import { useProject } from '#data/project-context';
import { projectKeys, updateProject } from '#data/projects';
import { stateText } from '#lib/state-text';
import { useAction } from '#lib/use-action';

const fields = {
  import_url: line(t`Address of the repository`, {
    type: 'url',
    hint: t`With the credentials, which are stored encrypted. Empty: none.`,
  }),
  mirror: check(t`Fetch its branches and tags regularly`),
  only_mirror_protected_branches: check(t`Only protected branches`),
  mirror_overwrites_diverged_branches: check(t`Overwrite branches that differ here`),
};

/** The repository whose content a project mirrors. */
export function PullMirror() {
  const project = useProject();
  const key = projectKeys.one(project.path_with_namespace);
  const { run, isBusy } = useAction(key);
  return (
    <Section title={t`Pull mirror`} description={t`Keeps this repository equal to another one.`}>
      {project.mirror && (
        <p role="status">
          <Trans>State: {stateText(project.import_status ?? 'none')}</Trans>
          {project.import_error && ` · ${project.import_error}`}
        </p>
      )}
      <FieldsForm
        fields={fields}
        stored={project}
        button={t`Save pull mirror`}
        done={t`The pull mirror was saved.`}
        keys={[key]}
        submit={(_values, { import_url: url, ...changed }) =>
          updateProject(project.id, { ...changed, ...(url !== undefined && { import_url: url || null }) })
        }
      />
      {project.mirror && (
        <div>
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void run(() => pullProjectMirror(project.id), t`The update was started.`)}
          >
            <Trans>Update now</Trans>
          </button>
        </div>
      )}
    </Section>
  );
}
