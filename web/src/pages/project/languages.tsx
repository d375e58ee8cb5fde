/** The languages of a project as a bar. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { projectKeys, getProjectLanguages } from '#data/projects';
import styles from './project.module.css';

const COLORS = ['#4f6ee0', '#2fa36b', '#d9942b', '#8a5cd6', '#d0475b', '#2f9bb3', '#8a93a5'];
const MAX_SHOWN = 6;

/** Shows the languages with their shares. */
export function Languages({ projectId }: { projectId: number }) {
  const { data } = useQuery({
    queryKey: projectKeys.languages(projectId),
    queryFn: () => getProjectLanguages(projectId),
    staleTime: 300_000,
  });
  const all = Object.entries(data ?? {}).sort(([, one], [, other]) => other - one);
  if (all.length === 0) return null;
  const rest = all.slice(MAX_SHOWN).reduce((sum, [, share]) => sum + share, 0);
  const shown = [...all.slice(0, MAX_SHOWN), ...(rest > 0 ? ([[t`Other`, rest]] as [string, number][]) : [])];
  const shares = shown.map(([name, share], index) => ({
    // The API, too, has other languages under this name.
    name: name === 'Other' ? t`Other` : name,
    share,
    color: COLORS[index] ?? COLORS[0],
    start: shown.slice(0, index).reduce((sum, [, width]) => sum + width, 0),
  }));
  return (
    <section className={`${styles.sideSection} stack-small`}>
      <h2>
        <Trans>Languages</Trans>
      </h2>
      <svg className={styles.languages} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ name, share, color, start }) => (
          <rect key={name} x={start} y="0" width={share} height="8" fill={color} />
        ))}
      </svg>
      <ul className={styles.languageList}>
        {shares.map(({ name, share, color }) => (
          <li key={name} className="row">
            <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={color} />
            </svg>
            {name} <span className="muted">{share.toFixed(1)}%</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
