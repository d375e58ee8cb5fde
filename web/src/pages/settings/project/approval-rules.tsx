import { plural, t } from '@lingui/core/macro';
import { line, names, number } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import {
  approvalRuleKeys,
  createProjectApprovalRule,
  deleteProjectApprovalRule,
  listProjectApprovalRules,
} from '#data/approval-rules';
import { useProject } from '#data/project-context';
import { findUsersByName } from '../shared/find-user';

const fields = {
  name: line(t`Name`, { isRequired: true }),
  approvals_required: number(t`Required approvals`, { min: 0, max: 100 }),
  usernames: names(t`Users`, {
    kinds: 'users',
    hint: t`Usernames, separated by commas. Empty: everybody who may approve.`,
  }),
};

/** How many approvals of whom merge requests of a project need. */
export function ApprovalRules() {
  const { id } = useProject();
  const queryKey = approvalRuleKeys.ofProject(id);
  return (
    <ManagedList
      title={t`Approval rules`}
      description={t`A merge request is approved once every rule has its approvals.`}
      queryKey={queryKey}
      load={(page) => listProjectApprovalRules(id, { page })}
      keyOf={(rule) => rule.id}
      nameOf={(rule) => rule.name}
      empty={t`There are no rules.`}
      remove={(rule) => deleteProjectApprovalRule(id, rule.id)}
      add={{
        title: t`Add a rule`,
        form: (
          <FieldsForm
            fields={fields}
            defaults={{ approvals_required: 1 }}
            button={t`Add rule`}
            done={t`The rule was added.`}
            keys={[queryKey]}
            submit={async ({ usernames, ...body }) => {
              const users = await findUsersByName(usernames);
              await createProjectApprovalRule(id, { ...body, user_ids: users.map((user) => user.id) });
            }}
          />
        ),
      }}
    >
      {(rule) => (
        <>
          <strong>{rule.name}</strong>
          <div className="muted small">
            {plural(rule.approvals_required, { one: '# approval', other: '# approvals' })} ·{' '}
            {[...rule.users.map((user) => user.name), ...rule.groups.map((group) => group.name)].join(', ') ||
              t`everybody who may approve`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
