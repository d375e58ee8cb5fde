/** What sends the events of each kind of integration; kinds that send nothing have no entry. */
import { chatMessage } from './chat/chat-message';
import { definitions, textOf } from '#integrations/settings';
import { bamboo, buildkite, drone, jenkins, teamcity } from './build-servers';
import { githubStatuses } from './github-statuses';
import { packagist } from './packagist';
import { pushover } from './pushover';
import type { Sender } from './sender';

const chat: Sender = { message: chatMessage, target: (properties) => ({ url: textOf(properties, 'webhook') }) };

const chatSenders = [...definitions]
  .filter(([, { markup }]) => markup !== undefined)
  .map(([slug]): [string, Sender] => [slug, chat]);

/** The senders by slug. */
export const senders: ReadonlyMap<string, Sender> = new Map<string, Sender>([
  ...chatSenders,
  ['jenkins', jenkins],
  ['drone-ci', drone],
  ['buildkite', buildkite],
  ['teamcity', teamcity],
  ['bamboo', bamboo],
  ['github', githubStatuses],
  ['packagist', packagist],
  ['pushover', pushover],
]);
