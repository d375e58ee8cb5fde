/** How merge requests of a project are approved and merged. */
import { check, choice, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useProject } from '#data/project-context';
import { projectKeys, updateProject } from '#data/projects';
import { ApprovalRules } from './approval-rules';
import { ApprovalSettings } from './approval-settings';
import { ProjectSettings } from './project-settings';

const fields = {
  merge_method: choice('Merge method', [
    { value: 'merge', text: 'Merge commit' },
    { value: 'rebase_merge', text: 'Merge commit, if a fast-forward is possible' },
    { value: 'ff', text: 'Fast-forward only' },
  ]),
  squash_option: choice('Squash commits', [
    { value: 'never', text: 'Never' },
    { value: 'default_off', text: 'If the merge request says so; off by default' },
    { value: 'default_on', text: 'If the merge request says so; on by default' },
    { value: 'always', text: 'Always' },
  ]),
  only_allow_merge_if_pipeline_succeeds: check('A merge requires a successful pipeline'),
  only_allow_merge_if_all_discussions_are_resolved: check('A merge requires all threads to be resolved'),
  remove_source_branch_after_merge: check('Delete source branches after the merge by default'),
  resolve_outdated_diff_discussions: check('A push resolves threads on lines that it changes'),
  printing_merge_request_link_enabled: check('A push prints a link that creates a merge request'),
  autoclose_referenced_issues: check('A merge closes the issues that it references'),
  suggestion_commit_message: text('Message of commits that apply suggestions', {
    rows: 2,
    hint: 'Empty: the default message.',
  }),
};

/** Shows the settings. */
export function ProjectMergeRequestsPage() {
  const project = useProject();
  return (
    <ProjectSettings title="Settings of merge requests">
      <Section title="Merge options">
        <FieldsForm
          fields={fields}
          stored={project}
          button="Save merge options"
          done="The merge options were saved."
          keys={[projectKeys.one(project.path_with_namespace)]}
          submit={(_values, body) => updateProject(project.id, body)}
        />
      </Section>
      <ApprovalSettings />
      <ApprovalRules />
    </ProjectSettings>
  );
}
