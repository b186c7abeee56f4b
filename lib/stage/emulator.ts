/** The account that emulators of AWS answer for; nobody can own it. */
export const EMULATOR_ACCOUNT = '000000000000';
