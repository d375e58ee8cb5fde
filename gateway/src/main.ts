/** Entry point of the gateway process. */
import { runProcess } from '@forgemesh/service';
import { gateway } from './part';

runProcess([gateway]);
