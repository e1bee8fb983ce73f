// @ts-check
// Simplified to Traditional Chinese, for our own texts. Made by web/tests/traditional.mjs, which compares it with
// OpenCC on all of them.

const SIMPLIFIED = "与业丢两个为么义习于亚仅从们价优会传余兑关内写军冲决准减几击则创删别务动势华单卧却压参双发变台号后吗启园围国图坏垫墙声处备复头学实宫宽对寻导将尽层属布帅师带并库应废开异弃强归当录态总战执扩护报择挂挡损换据摆敛数断无旧时显暂机杀条来极标树样桥横欢残毙汉没注浅浏温溃满灯点爱牵状环现电画盏盘着码确离种积称竖笔类紧红约级纵线练细终绊经结绕绘给绝统继续维缓编缩网联胆胜脑脸节范荣虚补装见观规视览计认让议记讲许论设访证评试话该语误说请读课谁谱负败贪贴赛赢车转轮软轴载较输边达过运还这进远连选里钓钟钥钩铁链错键长门闭问闲间闷阅队际险随难静页顶项顺须顾顿预频题额风飞马验骤鱼鸯鸳鹜龟";
const TRADITIONAL = "與業丟兩個為麼義習於亞僅從們價優會傳餘兌關內寫軍衝決準減幾擊則創刪別務動勢華單臥卻壓參雙發變臺號後嗎啟園圍國圖壞墊牆聲處備復頭學實宮寬對尋導將盡層屬佈帥師帶並庫應廢開異棄強歸當錄態總戰執擴護報擇掛擋損換據擺斂數斷無舊時顯暫機殺條來極標樹樣橋橫歡殘斃漢沒註淺瀏溫潰滿燈點愛牽狀環現電畫盞盤著碼確離種積稱豎筆類緊紅約級縱線練細終絆經結繞繪給絕統繼續維緩編縮網聯膽勝腦臉節範榮虛補裝見觀規視覽計認讓議記講許論設訪證評試話該語誤說請讀課誰譜負敗貪貼賽贏車轉輪軟軸載較輸邊達過運還這進遠連選裡釣鐘鑰鉤鐵鏈錯鍵長門閉問閒間悶閱隊際險隨難靜頁頂項順須顧頓預頻題額風飛馬驗驟魚鴦鴛鶩龜";
/** Where a character changes otherwise than usual. @type {[string, string][]} */
const WORDS = [["绘制", "繪製"], ["复制", "複製"], ["复就", "複就"], ["反复", "反覆"], ["复的", "覆的"], ["答复", "答覆"], ["坐标", "座標"], ["重复", "重複"]];

const characters = new Map([...SIMPLIFIED].map((from, index) => [from, TRADITIONAL[index]]));
const pattern = new RegExp([...WORDS.map(([from]) => from), `[${SIMPLIFIED}]`].join("|"), "g");
const partners = new Map([...characters, ...WORDS]);

/** @param {string} text */
export const traditional = (text) => text.replace(pattern, (found) => partners.get(found) ?? found);
