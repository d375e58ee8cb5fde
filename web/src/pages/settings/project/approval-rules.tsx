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
import { countText } from '#lib/format';
import { findUsersByName } from '../shared/find-user';

const fields = {
  name: line('Name', { isRequired: true }),
  approvals_required: number('Required approvals', { min: 0, max: 100 }),
  usernames: names('Users', {
    kinds: 'users',
    hint: 'Usernames, separated by commas. Empty: everybody who may approve.',
  }),
};

/** How many approvals of whom merge requests of a project need. */
export function ApprovalRules() {
  const { id } = useProject();
  const queryKey = approvalRuleKeys.ofProject(id);
  return (
    <ManagedList
      title="Approval rules"
      description="A merge request is approved once every rule has its approvals."
      queryKey={queryKey}
      load={(page) => listProjectApprovalRules(id, { page })}
      keyOf={(rule) => rule.id}
      nameOf={(rule) => rule.name}
      empty="There are no rules."
      remove={(rule) => deleteProjectApprovalRule(id, rule.id)}
      add={{
        title: 'Add a rule',
        form: (
          <FieldsForm
            fields={fields}
            defaults={{ approvals_required: 1 }}
            button="Add rule"
            done="The rule was added."
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
            {countText(rule.approvals_required, 'approval')} ·{' '}
            {[...rule.users.map((user) => user.name), ...rule.groups.map((group) => group.name)].join(', ') ||
              'everybody who may approve'}
          </div>
        </>
      )}
    </ManagedList>
  );
}
