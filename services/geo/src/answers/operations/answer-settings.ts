import { AnswersServiceService } from '@forgemesh/proto/geo/v1/answers';
import { operation } from '../../operation';
import { authenticateNode } from '../../origin/authenticate-node';

/** Tells a secondary the settings. */
export const answerSettings = operation(
  AnswersServiceService.answerSettings,
  async ({ node_token: token }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    return { settings: JSON.stringify(deps.settings.current()) };
  },
);
