/** The settings of the instance by topic. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Fields } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { applicationSettingKeys, loadOpenApiDocument, saveSettings } from '#data/application-settings';
import { SETTINGS_KEY, useInstanceSettings } from '../admin-queries';
import { otherSettings, type OpenApiDocument } from './other-settings';
import { settingsToSend, settingsTopics } from './settings-catalogue';

const OTHER = 'other';

type Stored = Readonly<Record<string, unknown>>;

/** Shows the settings of the topic in the address. */
export function InstanceSettings() {
  const [params] = useSearchParams();
  const settings = useInstanceSettings();
  const chosen = params.get('topic');
  const shown = settingsTopics.find(({ topic }) => topic === chosen) ?? settingsTopics[0];
  const isOther = chosen === OTHER;
  const entries = [...settingsTopics, { topic: OTHER, title: t`Other` }];
  return (
    <div className="stack">
      <nav aria-label={t`Topics`} className="row row-wrap">
        {entries.map(({ topic, title }) => (
          <Link
            key={topic}
            className="button button-small"
            to={`?topic=${topic}`}
            aria-current={topic === (isOther ? OTHER : shown?.topic) ? 'true' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Loaded query={settings} lines={12}>
        {(stored) =>
          isOther ? (
            <OtherSettings stored={stored} />
          ) : (
            shown && (
              <Section key={shown.topic} title={shown.title} description={shown.description}>
                <SettingsForm fields={shown.fields} stored={stored} />
              </Section>
            )
          )
        }
      </Loaded>
    </div>
  );
}

function SettingsForm({ fields, stored }: { fields: Fields; stored: Stored }) {
  return (
    <FieldsForm
      fields={fields}
      stored={stored}
      button={t`Save settings`}
      done={t`The settings were saved.`}
      keys={[SETTINGS_KEY]}
      submit={(_values, changed) => saveSettings(settingsToSend(changed, stored))}
    />
  );
}

/** Settings by their names in the API. */
function OtherSettings({ stored }: { stored: Stored }) {
  const query = useQuery({
    queryKey: applicationSettingKeys.document,
    queryFn: async () => otherSettings((await loadOpenApiDocument()) as OpenApiDocument),
    staleTime: Infinity,
  });
  return (
    <Section title={t`Other`} description={t`Settings by their names in the API, with its documentation.`}>
      <Loaded query={query} lines={8}>
        {({ fields, withoutEffect }) => (
          <>
            {Object.keys(fields).length > 0 ? (
              <SettingsForm fields={fields} stored={stored} />
            ) : (
              <p>
                <Trans>All settings that this instance uses stand under the other topics.</Trans>
              </p>
            )}
            {withoutEffect.length > 0 && (
              <details>
                <summary>
                  <Trans>
                    <Plural value={withoutEffect.length} one="# setting" other="# settings" /> without effect on this
                    instance
                  </Trans>
                </summary>
                <ul className="list">
                  {withoutEffect.map(({ name, description }) => (
                    <li key={name} className="row-wrap">
                      <code>{name}</code>
                      <span className="muted small grow">{description}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
