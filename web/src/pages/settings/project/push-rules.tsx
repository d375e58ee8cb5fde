import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { check, line, number } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { useProject } from '#data/project-context';
import { pushRuleKeys, createPushRule, deletePushRule, getPushRule, updatePushRule } from '#data/push-rules';
import { useAction } from '#lib/use-action';

const fields = {
  commit_message_regex: line(t`Commit messages match`, { hint: t`A regular expression (RE2). Empty: any message.` }),
  commit_message_negative_regex: line(t`Commit messages do not match`),
  branch_name_regex: line(t`Branch names match`),
  author_email_regex: line(t`Email addresses of authors match`),
  file_name_regex: line(t`File names do not match`),
  max_file_size: number(t`Maximum size of a file in MB`, { min: 0, hint: t`0: no limit.` }),
  prevent_secrets: check(t`Reject files that probably contain secrets`),
  member_check: check(t`Authors must be users of this instance`),
  deny_delete_tag: check(t`Reject the deletion of tags by push`),
};

/** What pushes to a project must comply with. */
export function PushRules() {
  const { id } = useProject();
  const queryKey = pushRuleKeys.ofProject(id);
  const query = useQuery({
    queryKey,
    queryFn: () => getPushRule(id),
  });
  const { run, isBusy } = useAction(queryKey);
  return (
    <Section title={t`Push rules`} description={t`A push that does not comply is rejected.`}>
      <Loaded query={query} lines={2}>
        {(rule) => (
          <>
            <FieldsForm
              fields={fields}
              stored={rule ?? {}}
              button={t`Save push rules`}
              done={t`The push rules were saved.`}
              keys={[queryKey]}
              submit={(body, changed) => (rule ? updatePushRule(id, changed) : createPushRule(id, body))}
            />
            {rule && (
              <div>
                <button
                  type="button"
                  className="button button-danger"
                  disabled={isBusy}
                  onClick={() => void run(() => deletePushRule(id), t`The push rules were removed.`)}
                >
                  <Trans>Remove push rules</Trans>
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
