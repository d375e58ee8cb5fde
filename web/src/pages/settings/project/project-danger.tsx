/** What changes the address of a project, locks or deletes it. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ConfirmName } from '#components/settings/confirm-name';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useProjectLevel } from '#data/access';
import { useProject } from '#data/project-context';
import {
  projectKeys,
  archiveProject,
  deleteProject,
  transferProject,
  unarchiveProject,
  updateProject,
} from '#data/projects';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';

/** Shows the controls that the visitor may use. */
export function ProjectDanger() {
  const project = useProject();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isOwner = useProjectLevel(project) >= Level.owner;
  const { run, isBusy } = useAction(projectKeys.one(project.path_with_namespace));
  const goTo = (fullPath: string): void => void navigate(projectPath(fullPath, 'edit'));
  const archive = (): Promise<unknown> =>
    project.archived ? unarchiveProject(project.id) : archiveProject(project.id);
  return (
    <>
      <Section
        title={t`Address`}
        isDanger
        description={t`Pages lead from the old address to the new one until another project takes it. Who may read the project can change with its group.`}
      >
        <FieldsForm
          fields={{ path: line(t`Path`, { isRequired: true }) }}
          stored={project}
          button={t`Change path`}
          done={t`The path was changed.`}
          isDanger
          submit={async (body) => {
            const changed = await updateProject(project.id, body);
            goTo(changed.path_with_namespace);
          }}
        />
        {isOwner && (
          <FieldsForm
            fields={{
              namespace: line(t`Transfer to`, { hint: t`Path of a group or user.`, isRequired: true }),
              name: line(t`Enter ${project.path_with_namespace} to confirm the transfer`, {
                isRequired: true,
                autoComplete: 'off',
              }),
            }}
            isReady={({ name }) => name === project.path_with_namespace}
            button={t`Transfer project`}
            done={t`The project was transferred.`}
            isDanger
            submit={async (body) => {
              const moved = await transferProject(project.id, { namespace: body.namespace });
              goTo(moved.path_with_namespace);
            }}
          />
        )}
      </Section>
      {isOwner && (
        <Section
          title={project.archived ? t`Unarchive` : t({ message: 'Archive', context: 'make read-only' })}
          isDanger
          description={
            project.archived
              ? t`The project is archived: it can only be read.`
              : t`An archived project can only be read, and lists leave it out.`
          }
        >
          <div>
            <button
              type="button"
              className="button button-danger"
              disabled={isBusy}
              onClick={() =>
                void run(archive, project.archived ? t`The project is active again.` : t`The project was archived.`)
              }
            >
              {project.archived ? t`Unarchive project` : t`Archive project`}
            </button>
          </div>
        </Section>
      )}
      {isOwner && (
        <Section
          title={t`Delete`}
          isDanger
          description={t`The repository, issues, merge requests and everything else of the project are deleted.`}
        >
          <ConfirmName
            name={project.path_with_namespace}
            button={t`Delete project`}
            done={t`The project is being deleted.`}
            submit={async () => {
              await deleteProject(project.id);
              await navigate('/');
              await client.invalidateQueries({ queryKey: projectKeys.lists });
            }}
          />
        </Section>
      )}
    </>
  );
}
