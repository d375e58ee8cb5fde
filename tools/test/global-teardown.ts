// After the last suite: what the setups started is stopped and its data removed.

import { stopAll } from './engines.ts';

export default stopAll;
