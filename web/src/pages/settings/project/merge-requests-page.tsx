/** How merge requests of a project are approved and merged. */
import { t } from '@lingui/core/macro';
import { check, choice, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useProject } from '#data/project-context';
import { projectKeys, updateProject } from '#data/projects';
import { ApprovalRules } from './approval-rules';
import { ApprovalSettings } from './approval-settings';
import { ProjectSettings } from './project-settings';

const fields = {
  merge_method: choice(t`Merge method`, [
    { value: 'merge', text: t`Merge commit` },
    { value: 'rebase_merge', text: t`Merge commit, if a fast-forward is possible` },
    { value: 'ff', text: t`Fast-forward only` },
  ]),
  squash_option: choice(t`Squash commits`, [
    { value: 'never', text: t`Never` },
    { value: 'default_off', text: t`If the merge request says so; off by default` },
    { value: 'default_on', text: t`If the merge request says so; on by default` },
    { value: 'always', text: t`Always` },
  ]),
  only_allow_merge_if_pipeline_succeeds: check(t`A merge requires a successful pipeline`),
  only_allow_merge_if_all_discussions_are_resolved: check(t`A merge requires all threads to be resolved`),
  remove_source_branch_after_merge: check(t`Delete source branches after the merge by default`),
  resolve_outdated_diff_discussions: check(t`A push resolves threads on lines that it changes`),
  printing_merge_request_link_enabled: check(t`A push prints a link that creates a merge request`),
  autoclose_referenced_issues: check(t`A merge closes the issues that it references`),
  suggestion_commit_message: text(t`Message of commits that apply suggestions`, {
    rows: 2,
    hint: t`Empty: the default message.`,
  }),
};

/** Shows the settings. */
export function ProjectMergeRequestsPage() {
  const project = useProject();
  return (
    <ProjectSettings title={t`Settings of merge requests`}>
      <Section title={t`Merge options`}>
        <FieldsForm
          fields={fields}
          stored={project}
          button={t`Save merge options`}
          done={t`The merge options were saved.`}
          keys={[projectKeys.one(project.path_with_namespace)]}
          submit={(_values, body) => updateProject(project.id, body)}
        />
      </Section>
      <ApprovalSettings />
      <ApprovalRules />
    </ProjectSettings>
  );
}
