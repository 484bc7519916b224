/**
 * Words that stand at the top of every list of stolen passwords, alone or with digits and signs around them; written
 * down by hand, without such a list. Whole passwords that no rule of `judge-password.ts` catches stand below.
 */
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

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 qazwsxedc
  qwer1234 asdf1234 zxcv1234 a1b2c3d4 abcd1234 abc12345 123qweasd qwe123qwe 1234qwer 12qwaszx passw0rd p4ssw0rd
  correcthorsebatterystaple whatever1 trustno1 iloveyou1 letmein1 welcome1 monkey123
  rush2112 ncc1701d ncc1701e jordan23 michael1 blink182 thx1138 bond007 mypassword thepassword yourpassword
  nopassword newpassword oldpassword mysecret topsecret opensesame startrek starwars1 gandalf1 fuckyou1
  jesuschrist loveme123 godisgood sunflower butterfly volleyball snowball strawberry watermelon cinnamon elephant
  basketball1 football1 baseball1 superstar rockstar princess1 sunshine1 computer1 internet1 administrator1`
    .split(/\s+/)
    .filter(Boolean),
)
