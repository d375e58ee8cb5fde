/** General settings of a project: name, picture, visibility, features, transfer and deletion. */
import { t } from '@lingui/core/macro';
import { check, choice, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useProjectLevel } from '#data/access';
import { ownerOfProject } from '#data/owner';
import { useProject } from '#data/project-context';
import { projectKeys, updateProjectAvatar, updateProject } from '#data/projects';
import { Level } from '#lib/levels';
import { AvatarForm } from '../shared/avatar-form';
import { Badges } from '../shared/badges';
import { visibilityField } from '../shared/visibility';
import { ProjectDanger } from './project-danger';
import { ProjectExport } from './project-export';
import { ProjectSettings } from './project-settings';

const about = {
  description: text(t`Description`, { rows: 3 }),
  tag_list: line(t`Topics`, { hint: t`Separated by commas.` }),
  default_branch: line(t`Default branch`, { hint: t`It must exist.` }),
};

const levels = [
  { value: 'enabled', text: t`Everyone who can see the project` },
  { value: 'private', text: t`Members only` },
  { value: 'disabled', text: t`Nobody` },
] as const;

const features = {
  issues_access_level: choice(t`Issues`, levels),
  repository_access_level: choice(t`Repository`, levels),
  merge_requests_access_level: choice(t`Merge requests`, levels),
  wiki_access_level: choice(t`Wiki`, levels),
  snippets_access_level: choice(t`Snippets`, levels),
  lfs_enabled: check(t`Large files (Git LFS)`),
  request_access_enabled: check(t`Users may request access`),
};

/** Shows the settings. */
export function ProjectGeneralPage() {
  const project = useProject();
  const isOwner = useProjectLevel(project) >= Level.owner;
  const keys = [projectKeys.one(project.path_with_namespace)];
  return (
    <ProjectSettings title={t`General settings`}>
      <Section title={t`About the project`}>
        {isOwner && (
          <FieldsForm
            fields={{ name: line(t`Name`, { isRequired: true }) }}
            stored={project}
            button={t`Save name`}
            done={t`The name was saved.`}
            keys={keys}
            submit={(body) => updateProject(project.id, body)}
          />
        )}
        <FieldsForm
          fields={about}
          stored={{ ...project, tag_list: project.tag_list.join(', ') }}
          button={t`Save changes`}
          done={t`The project was saved.`}
          keys={keys}
          submit={(_values, { tag_list: topics, ...changed }) => {
            const names = topics?.split(',').map((name) => name.trim());
            const body = { ...changed, ...(names && { tag_list: names.filter((name) => name !== '') }) };
            return updateProject(project.id, body);
          }}
        />
      </Section>
      <AvatarForm
        name={project.name}
        url={project.avatar_url}
        keys={keys}
        save={(avatar) => updateProjectAvatar(project.id, avatar)}
      />
      <Section title={t`Visibility and features`}>
        <FieldsForm
          fields={isOwner ? { visibility: visibilityField, ...features } : features}
          stored={project}
          button={t`Save changes`}
          done={t`The features were saved.`}
          keys={keys}
          submit={(_values, body) => updateProject(project.id, body)}
        />
      </Section>
      <Badges owner={ownerOfProject(project)} />
      <ProjectExport />
      <ProjectDanger />
    </ProjectSettings>
  );
}
