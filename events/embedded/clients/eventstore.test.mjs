// Every suite with @eventstore/db-client.

import * as pkg from '@eventstore/db-client';
import { kitOf } from './harness.mjs';
import suites from './suites.mjs';

suites(kitOf('esdb', pkg));
