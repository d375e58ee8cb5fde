/** One webhook: its settings, samples and deliveries. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { hookKeys, getProjectHook, testProjectHook, updateProjectHook } from '#data/hooks';
import { useProject } from '#data/project-context';
import { useAction } from '#lib/use-action';
import { oneOf } from '#lib/use-filters';
import { HookDeliveries } from './hook-deliveries';
import { hookFields, hookTriggerNames, hookTriggers, type HookTrigger } from './hook-fields';
import { ProjectSettings } from './project-settings';

/** Shows the webhook of the address. */
export function ProjectHookPage() {
  const { id } = useProject();
  const { hookId = '' } = useParams();
  const queryKey = hookKeys.one(id, hookId);
  const query = useQuery({
    queryKey,
    queryFn: () => getProjectHook(id, Number(hookId)),
  });
  return (
    <ProjectSettings title={t`Webhook`}>
      <Loaded query={query}>
        {(hook) => (
          <>
            <Section title={t`Settings`}>
              <FieldsForm
                fields={hookFields}
                stored={hook}
                button={t`Save webhook`}
                done={t`The webhook was saved.`}
                keys={[queryKey]}
                submit={({ url }, changed) => updateProjectHook(id, Number(hookId), { ...changed, url })}
              />
            </Section>
            <SampleDelivery hookId={hook.id} />
            <HookDeliveries hookId={hook.id} />
          </>
        )}
      </Loaded>
    </ProjectSettings>
  );
}

function SampleDelivery({ hookId }: { hookId: number }) {
  const { id } = useProject();
  const [trigger, setTrigger] = useState<HookTrigger>('push_events');
  const { run, isBusy } = useAction(hookKeys.deliveries(id, String(hookId)));
  return (
    <Section title={t`Test`} description={t`Sends a sample that is made from data of the project.`}>
      <div className="row row-wrap">
        <select
          className="select"
          aria-label={t`Trigger`}
          value={trigger}
          onChange={({ target }) => setTrigger(oneOf(target.value, hookTriggerNames) ?? 'push_events')}
        >
          {hookTriggerNames.map((name) => (
            <option key={name} value={name}>
              {hookTriggers[name]}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(() => testProjectHook(id, hookId, trigger), t`The sample was sent.`)}
        >
          <Trans>Send sample</Trans>
        </button>
      </div>
    </Section>
  );
}
