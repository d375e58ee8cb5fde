import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { check } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { approvalRuleKeys, getProjectApprovals, updateProjectApprovals } from '#data/approval-rules';
import { useProject } from '#data/project-context';

const fields = {
  reset_approvals_on_push: check(t`A push removes earlier approvals`),
  disable_overriding_approvers_per_merge_request: check(t`Merge requests cannot change the rules`),
  merge_requests_author_approval: check(t`Authors may not approve their own merge requests`),
  merge_requests_disable_committers_approval: check(t`Users who committed may not approve`),
  require_password_to_approve: check(t`An approval requires the password`),
};

/** Who may approve, and until when. */
export function ApprovalSettings() {
  const { id } = useProject();
  const queryKey = approvalRuleKeys.settings(id);
  const query = useQuery({
    queryKey,
    queryFn: () => getProjectApprovals(id),
  });
  return (
    <Section title={t`Approvals`}>
      <Loaded query={query} lines={2}>
        {(settings) => (
          <FieldsForm
            fields={fields}
            stored={settings}
            button={t`Save approvals`}
            done={t`The settings of approvals were saved.`}
            keys={[queryKey]}
            submit={(_values, body) => updateProjectApprovals(id, body)}
          />
        )}
      </Loaded>
    </Section>
  );
}
