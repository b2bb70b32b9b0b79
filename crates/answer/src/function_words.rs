//! Words that say little by themselves: articles, pronouns, prepositions, auxiliaries, question words.

use std::collections::HashSet;
use std::sync::LazyLock;

/// In each language, folded as words are (no accents), separated by spaces.
const LISTS: [&str; 8] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, RUSSIAN];

const ENGLISH: &str = "a about after all also am an and any are as at be because been before being between both but by can \
could did do does doing done each either else etc for from further get gets got had has have having he her here him his how i \
if in into is it its itself just like may me might more most much must my no not of off on once one only or other our out over \
own per same shall she should so some such than that the their them then there these they this those through to too under \
until up us very via was we were what when where whether which while who whom whose why will with within without would yes \
yet you your s t re ve ll d m don isn doesn aren use used uses using";

const GERMAN: &str = "aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist \
da damit dann das dass dein deine dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du \
durch ein eine einem einen einer eines er es etwa etwas euch fur gegen hab habe haben hat hatte hier hinter ich ihm ihn ihnen \
ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine konnen man mehr mein mich mir \
mit muss mussen nach nein nicht noch nun nur ob oder ohne sehr sein seine seit sich sie sind so soll sollen sondern sowie \
uber um und uns unser unter vom von vor wann war waren warum was wegen weil welche welchem welchen welcher welches wenn wer \
werden wessen wie wieder wird wir wo wofur wurde wurden zu zum zur zwischen";

const FRENCH: &str = "a ai alors au aucun aussi autre aux avec avoir c ce cela ces cet cette ceux chez ci comme comment d dans de \
depuis des deux dont du elle elles en entre est et etait ete etre eu fait faut font ici il ils j je l la le les leur leurs lui \
m ma mais me meme mes moi mon n ne ni nos notre nous on ont ou par parce pas peu peut plus pour pourquoi qu quand que quel \
quelle quelles quels qui quoi s sa sans se ses si soit son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un \
une vos votre vous y";

const SPANISH: &str = "a al algo alguno ante antes asi aunque bien cada como con contra cual cuales cuando cuanto cuantos de del \
desde donde dos e el ella ellas ellos en entre era es esa esas ese eso esos esta estan estas este esto estos fue ha han hasta \
hay la las le les lo los mas me mi mis mucho muy nada ni no nos nuestro o os otra otro para pero por porque puede que quien \
quienes se sea segun ser si sido sin sobre son su sus tambien tan te tiene todo todos tu tus un una uno unos y ya yo";

const ITALIAN: &str = "a ad agli ai al alla alle allo anche c che chi ci come con cosa cui da dagli dai dal dalla dalle dei del \
dell della delle dello di dove e ed era essere fra gli ha hanno i il in io l la le lei lo loro ma me mi mia mio ne negli nei \
nel nella nelle no noi non nostro o ogni per perche piu puo quale quali quando quanto quella quello questa queste questi \
questo se senza si sia sono su sua sue sul sulla suo tra tu tutti tutto un una uno vi voi";

const PORTUGUESE: &str = "a ao aos as ate com como da das de dela dele deles do dos e ela elas ele eles em entre era essa esse \
esta este estes eu foi ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos o onde os ou para pela \
pelo pode por porque quais qual quando quanto que quem sao se sem ser seu seus so sobre sua suas tambem tem um uma voce";

const DUTCH: &str = "aan al als bij dan dat de der deze die dit door een en er ge geen haar had heb hebben heeft hem het hier \
hij hoe hun ik in is je kan maar me meer men met mij mijn naar niet nog nu of om omdat ook op over te toen tot u uit van veel \
voor waar wanneer want waren was wat we welke wel werd wie wij wordt worden ze zich zij zijn zo zou";

const RUSSIAN: &str = "а без более бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть \
еще же за здесь и из или им их к как какая какие какой кто когда кого который которая которые ли между меня мне можно мои мой \
мы на над нас не нет него нее ни них но ну о об один он она они оно от очень по под почему при про с сам свои себя со так \
также такой там то тогда того тоже только тот ты у уже чего чем через что чтобы эта эти это этого этот я";

/// Words that deny, in the same form.
const DENIALS: &str = "no not never none nothing without cannot neither nor isn doesn don aren wasn weren didn won t \
nicht kein keine keinen keinem keiner nie niemals ohne pas jamais sans aucun aucune ni nunca sin ningun ninguna non mai senza \
nao sem nem niet geen nooit zonder не нет никогда без ни";

/// Words of German alone that are frequent enough to tell it by; there every noun has a capital.
const GERMAN_ALONE: &str = "das dass dem den der die ein eine einem einen einer eines fur ist kann mit nicht oder sich sie sind \
und uber von wenn werden wie wird wurde wurden zu zum zur";

/// Words by which a question points back to what was said, and words that only join it to that.
const POINTING: &str = "it its they them their theirs this that these those he him she her hers former latter \
er sie ihn ihm ihr ihre ihrem ihren seine dies diese dieser dieses diesen dort davon daran dazu dafur damit daraus \
elle ils elles lui leur leurs ce cela ca celui celle ceux cet cette \
ello ella ellos ellas eso esto ese esa este esta sus \
lei loro esso questo questa quello quella ele ela eles elas isso isto esse essa \
hij zij hem haar hun dit deze daar ervan \
он она оно они его ее их ему ей им это этот эта эти этого там";

static FUNCTION_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| LISTS.iter().flat_map(|list| list.split(' ')).collect());

static DENYING: LazyLock<HashSet<&str>> = LazyLock::new(|| DENIALS.split(' ').collect());

static GERMAN_SIGNS: LazyLock<HashSet<&str>> = LazyLock::new(|| GERMAN_ALONE.split(' ').collect());

static POINTERS: LazyLock<HashSet<&str>> = LazyLock::new(|| POINTING.split(' ').collect());

/// Returns whether a folded word says little by itself.
pub(crate) fn is_function_word(folded: &str) -> bool {
    FUNCTION_WORDS.contains(folded)
}

/// Returns whether a folded word denies.
pub(crate) fn denies(folded: &str) -> bool {
    DENYING.contains(folded)
}

/// Returns whether a folded word shows that a text is German.
pub(crate) fn is_german(folded: &str) -> bool {
    GERMAN_SIGNS.contains(folded)
}

/// Returns whether a folded word may point back to what was said before.
pub(crate) fn points_back(folded: &str) -> bool {
    POINTERS.contains(folded)
}

#[cfg(test)]
mod tests {
    use super::{denies, is_function_word, points_back};

    #[test]
    fn several_languages_are_known() {
        for word in ["the", "welche", "nous", "porque", "della", "nao", "niet", "который"] {
            assert!(is_function_word(word), "{word}");
        }
        for word in ["leek", "суп", "porree", "", "3"] {
            assert!(!is_function_word(word), "{word}");
        }
        assert!(denies("kein") && !denies("soup"));
        assert!(points_back("они") && !points_back("the"));
    }
}
