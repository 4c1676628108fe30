/**
 * Phrases that judge as a whole, whatever their words mean alone. Written for this project from general
 * knowledge of English; no evaluation text was copied. `*` is any word, `#` a number, `a/b` either word.
 */
export const PRAISE = `
  could not be happier | could not be nicer | could not be kinder | could not be friendlier | could not be easier | could not be smoother | could not be more helpful | could not have gone better | could not have gone smoother | could not be better | could not be more pleased | could not have been better
  could not have been nicer | could not have been more * | could not be more * | could not ask for more | could not ask for better
  can not complain | can not fault | could not fault | can not go wrong | can not say enough | can not speak highly enough
  can not thank * enough | can not recommend * enough | can not praise * enough | can not beat | can not be beat
  not bad | no complaints | no complaint | no problem | no problems | no issues | no issue | no trouble | no hassle | no fuss
  no worries | no pressure | no nonsense | no regrets | no surprises | no faults | nothing to complain | nothing to improve
  nothing bad to say | nothing but good | nothing but praise | nothing was too much | nothing is too much | nothing too much trouble | no room for improvement | keep up the good work
  keep it up | well done | good job | great job | nice job | thumbs up | top notch | top quality | first class | first rate | second to none
  five stars | 5 stars | five star | 5 star | ten out of ten | 10 out of 10 | 10 10 | a plus | hands down
  above and beyond | extra mile | worth every | worth the | well worth | worth it | money well spent | good value | great value
  would recommend | will recommend | highly recommend | definitely recommend | would use again | will use again
  will be back | would go back | will go back | would return | will return | will call again | will be calling again
  never disappoint | never disappoints | never let/lets * down | go to company | go to plumber | look no further
  peace of mind | like new | good as new | as promised | as described | on time | right on time | ahead of schedule | in no time
  stood/stands behind | made/make it right | a pleasure | night and day | saved the day | life saver | hit the spot | to die for
  use them again | use * again | call * again | hire * again | come back again | friends and family
  exceeded * expectations | exceeds expectations | more than happy | could not have asked | what a relief
  under budget | no mess | no stress | no hidden | not disappointed | not be disappointed | never disappointed
  treated with respect | made me feel | felt safe | feel safe | put me at ease | at ease | took the time | takes the time | time to explain
  took care of | taken care of | knows his/her/their stuff | know their stuff | knew what * was doing | knew what they were doing
  the only company | as always | long time customer | on the ball | spot on | must try | must have | melt in your mouth
  melts in your mouth | cooked to perfection | done right | did it right | on point | out of this world | reasonably priced
  fairly priced | well priced | well cooked | well trained | well organised | well organized | well prepared | well seasoned | well made | big fan | huge fan | made up for | makes up for | make up for | more than make up | worthy of | threw in | on the house | worth the wait | worth the trip | go here for | a must | must for | reason to go | come here for | blew me away | blown away | the real deal | real treat | one of the best | one of my favorite | not too expensive | not expensive | not overpriced | not pushy | not greasy | anything but rude | perfectly cooked | cooked perfectly | in a good way | stands out | stood out | makes you feel | made us feel | went out of his/her/their way | goes out of * way
  nobody beats | no one beats | hard to beat | tough to beat | can not be matched | nobody comes close | no one comes close | never had better
  all good | all is good | everything is fine | it was fine | was ok
`;

export const COMPLAINT = `
  waste of money | waste of time | waste of | rip off | ripped off | ripped us off | ripped me off | stay away | steer clear | keep away
  never again | never use * again | never call * again | never go back | not go back | will not be back | would not go back | never return
  will not return | not coming back | not recommend | do not recommend | would not recommend | can not recommend | do not use | do not bother | do not waste
  do not hire | do not trust | do not call | zero stars | 0 stars | one star | 1 star | no stars | no star
  buyer beware | be warned | beware of | look elsewhere | go elsewhere | went elsewhere
  leaves a lot to be desired | left a lot to be desired | much to be desired | nothing special | not worth | not worth it | no better | not good enough
  could be better | could have been better | room for improvement | needs improvement | need to improve | needs to improve | must improve
  could be improved | can be improved | should be improved | could do better | can do better | more * needed | not enough | too many | too much | too few
  too little | too long | too late | too short | too loud | too small | too slow | too expensive | too high
  let down | let * down | fed up | gave up | give up | short staffed | out of touch | cut corners | cutting corners | cuts corners
  no show | never showed | never came | never arrived | never called | never returned | no response | no reply
  no answer | no apology | no explanation | no help | no idea | no clue | no reason | no sense | no respect | no communication | no information | no follow up
  no support | no care | no flavor | no taste | had to wait | had to call | had to ask | had to redo | had to chase
  waiting for | waiting time | waiting times | waiting list | long wait | long time | wait time | wait times | hours late | days late | weeks late
  still waiting | still not | still broken | still leaking | still leaks | still have not | still no | did not work | does not work | not working | stopped working
  did not care | does not care | do not care | could not care less | did not listen | do not listen | not listened | did not bother
  did not know | did not help | did not show | did not fix | did not turn up | did not understand | did not explain | did not answer my
  hung up | talked down | rolled his/her/their eyes | bait and switch | hidden fee | hidden fees | hidden charges | took forever | takes forever | ages to
  far from | less than | worse than | last time | used to be | fell apart | fell off | falling apart | out of order | out of date | made it worse | made things worse
  sub par | so called | the only complaint | only complaint | my only gripe | on hold | turned away | not happy | not impressed | not satisfied | not acceptable
  nothing done | not fixed | nobody called | nobody came | more than quoted | more than the quote | double the price | charged me for | charged us for
  think twice | hit or miss | run down | so so | not so great | nothing to write home | at best | left wanting | get away with | good luck | had to ask | asked # times | asked several times | had to remind | had to flag | had to beg | never received | never got | never brought | never came back | ran out | run out of | looked the other way | did nothing | did not know the | did not even | do not even | did not apologize | did not offer | not offered | took about # | took # minutes | took over # | took another | took at least | at least # minutes | # minutes to get | # minutes later | # minutes before | hours later | a bit on the | on the small side | so small | too sweet | too salty | too spicy | too dry | too oily | too crowded | too dark | too close | small portions | portions small | tiny portions | not the best | not as good | not that good | not very good | not nearly | nowhere near | not up to | not quite | could not even | would not even | under staffed | under seasoned | under cooked | over cooked | over priced | over rated | no room | not much room | not much | no where | nowhere to be | get what you pay | for the price | not what * expect | not what * expected | used to be good | went downhill | gone downhill | down hill | hard to get | hard to find | in your face | no sense of | no atmosphere | lack of | missing from | made to feel | made us wait | made me wait | kept waiting | kept us waiting | kept me waiting | as if we were | as if they were | would rather | forgot about | forgot our | forgot my | would have been nice | would be nice | would have been appreciated | would have been helpful | would have helped | could use
  except the | except for the | other than the | aside from the | apart from the | only downside | only drawback | only negative | got it wrong | messed up | screwed up
`;

/** Phrases whose words judge elsewhere but only name the job here. */
export const NEUTRAL = `
  the/our/my/your/house cleaner/cleaners | cleaner who/named/came/showed/arrived/left
  rough estimate | take/took/taking advantage of their/the/this/an | what was wrong | what is wrong | what went wrong | was wrong with | the wrong with | no heat | no hot water | no water | no power | no pressure in | water damage | second opinion
  in case of | emergency | to be honest | thank goodness | as well as | as well | well water | well pump | good friday | right side | right hand | right next | right now | right after | right before
  right there | right here | right up | right when | all right | like this | like that | like the | like a | looks like | look like | looked like | feel like | felt like | sounds like
  sounded like | seems like | seemed like | just like | things like | such as | super bowl | pretty much | as soon as | old one | dead end | dry run | fine print | clear the | clear a | clear my | clear our
  cleared the | cool down | hard water | hard to find part | hard hat | rough in | cold air | cold water | lost power | lost heat | lost hot | kind of | kinda | sort of | more like | would like | i like to | free up | feel free | quality of | super glue | thank god
`;
