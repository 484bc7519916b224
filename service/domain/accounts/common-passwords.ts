import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 most common passwords of published leaks, lower case (zxcvbn-ts, MIT). */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Words that are not passwords, whether alone or surrounded by any digits and symbols. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwd pass passphrase motdepasse contrasena senha parola wachtwoord secret geheim welcome willkommen
  bienvenue admin administrator root user username guest login letmein changeme change default test tester testing temp
  temporary master access hello hallo bonjour monkey dragon football baseball basketball soccer hockey golf tennis
  superman batman spiderman pokemon starwars princess sunshine flower lovely iloveyou loveyou love lover angel baby
  babygirl sweetheart darling honey sugar chocolate cookie shadow ashley michael jessica jennifer jordan michelle daniel
  andrew joshua thomas robert charlie george harley hunter ranger soldier killer trustno whatever freedom computer internet
  samsung iphone apple google facebook youtube twitter linkedin microsoft windows linux oracle cisco summer winter
  spring autumn january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc
  cheese pepper ginger purple orange yellow banana mustang ferrari porsche mercedes yamaha liverpool chelsea arsenal
  barcelona realmadrid juventus madrid london paris berlin newyork america england france germany nigeria kenya uganda
  dolphin tigger snoopy matrix phoenix merlin cowboy maverick yankees steelers cowboys eagles lakers blessed jesus christ
  heaven family friends forever hannah maggie buster bailey cooper rockyou blink naruto slipknot metallica nirvana
  database server network backup system security private company office work project data map maps raster model spatial`
    .split(/\s+/)
    .filter(Boolean),
)
