/** General settings of a project: name, picture, visibility, features, transfer and deletion. */
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
  description: text('Description', { rows: 3 }),
  tag_list: line('Topics', { hint: 'Separated by commas.' }),
  default_branch: line('Default branch', { hint: 'It must exist.' }),
};

const levels = [
  { value: 'enabled', text: 'Everyone who can see the project' },
  { value: 'private', text: 'Members only' },
  { value: 'disabled', text: 'Nobody' },
] as const;

const features = {
  issues_access_level: choice('Issues', levels),
  repository_access_level: choice('Repository', levels),
  merge_requests_access_level: choice('Merge requests', levels),
  wiki_access_level: choice('Wiki', levels),
  snippets_access_level: choice('Snippets', levels),
  lfs_enabled: check('Large files (Git LFS)'),
  request_access_enabled: check('Users may request access'),
};

/** Shows the settings. */
export function ProjectGeneralPage() {
  const project = useProject();
  const isOwner = useProjectLevel(project) >= Level.owner;
  const keys = [projectKeys.one(project.path_with_namespace)];
  return (
    <ProjectSettings title="General settings">
      <Section title="About the project">
        {isOwner && (
          <FieldsForm
            fields={{ name: line('Name', { isRequired: true }) }}
            stored={project}
            button="Save name"
            done="The name was saved."
            keys={keys}
            submit={(body) => updateProject(project.id, body)}
          />
        )}
        <FieldsForm
          fields={about}
          stored={{ ...project, tag_list: project.tag_list.join(', ') }}
          button="Save changes"
          done="The project was saved."
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
      <Section title="Visibility and features">
        <FieldsForm
          fields={isOwner ? { visibility: visibilityField, ...features } : features}
          stored={project}
          button="Save changes"
          done="The features were saved."
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
