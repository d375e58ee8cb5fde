/** The appearance of the instance: its name, pictures and messages. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { check, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { appearanceKeys, updateAppearancePicture, getAppearance, updateAppearance } from '#data/appearance';
import { AvatarForm } from '#pages/settings/shared/avatar-form';

const QUERY_KEY = appearanceKeys.all;

const fields = {
  title: line(t`Name of the instance`),
  description: text(t`Text on the sign-in page`, { hint: t`Markdown.` }),
  new_project_guidelines: text(t`Text on the page for new projects`, { hint: t`Markdown.` }),
  header_message: text(t`Message at the top of every page`, { rows: 2 }),
  footer_message: text(t`Message at the bottom of every page`, { rows: 2 }),
  message_background_color: line(t`Background colour of both messages`, { type: 'color' }),
  message_font_color: line(t`Text colour of both messages`, { type: 'color' }),
  email_header_and_footer_enabled: check(t`Both messages are in emails too`),
};

const pictures = [
  ['logo', t`Picture on the sign-in page`],
  ['header_logo', t`Picture in the page header`],
  ['favicon', t`Icon`],
] as const;

/** Shows the appearance. */
export function Appearance() {
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: () => getAppearance() });
  return (
    <Loaded query={query} lines={12}>
      {(stored) => (
        <div className="stack">
          <Section
            title={t`Texts`}
            description={t`Other clients show them. These pages do not, because only administrators may read them.`}
          >
            <FieldsForm
              fields={fields}
              stored={stored}
              button={t`Save texts`}
              done={t`The texts were saved.`}
              keys={[QUERY_KEY]}
              submit={(_values, body) => updateAppearance(body)}
            />
          </Section>
          {pictures.map(([name, title]) => (
            <AvatarForm
              key={name}
              title={title}
              hint={t`At most 1,000 KB.`}
              name={title}
              url={stored[name]}
              keys={[QUERY_KEY]}
              save={(picture) => updateAppearancePicture(name, picture)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}
